// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/tamiz.hpp>

#include <support/catch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#if defined(TAMIZ_TEST_XXHASH)
#include <xxhash.h>
#endif

// What red means here: the bits that keys have are no longer those of the releases before. Filters that somebody
// stored, sent or shares with a program built earlier answer false for keys that they hold. Nobody else will notice.
//
// Never change a value to make a test green. Put the code back; or, if the change is meant, give the stored format a
// new number, say so in CHANGELOG.md, and only then write down the new values.
//
// The values come from a model of the data path in another language, written from its description; those of XXH3 from
// the library libxxhash; the sizes, which follow from n and p, from the solver itself (sizing_test.cpp judges them).
// Strings are written in bytes, so that they are the same on every platform.

namespace {

namespace layout = tamiz::layout;
using tamiz::hash_value;
using tamiz::probe;
using tamiz::detail::hash_key;
using tamiz::detail::mix;

static_assert(tamiz::default_seed == 0x7461'6d69'7a20'7631);

// --- hashes --------------------------------------------------------------------------------------------------------

struct xxh3_value {
    std::size_t length;
    std::uint64_t seed_0;
    std::uint64_t default_seed;
    std::uint64_t seed_42;
};

// Each branch of XXH3 with both of its ends: 0, 1 to 3, 4 to 8, 9 to 16, 17 to 128, 129 to 240, longer; there in
// stripes of 64 bytes and blocks of 1,024.
constexpr xxh3_value xxh3_values[] = {
    {0, 0x2d06800538d394c2, 0x6977cae8329684a6, 0xb029411ff43d84d2},
    {1, 0xf0f28117d57ca107, 0xac65b7fa31d13e4b, 0x9a6c271fa218f202},
    {2, 0x10158020fd0c7ce9, 0xea114ddc1df24eca, 0x5ce78204554a3781},
    {3, 0x042de13b09fea72f, 0x3b926989500ea30c, 0x9ee61e24fbddef2b},
    {4, 0xef77e3cdd01af34c, 0x899c993b37d5ba22, 0xc01bb51cedf426f5},
    {5, 0xc391d6315dff751e, 0x13417d5331192ea5, 0xf96b79e1d837c06a},
    {8, 0x1979c4ef14d9c5d8, 0x8b49b8e433825f8e, 0x35117576d5d545f5},
    {9, 0x0dd6de46a81e957c, 0x9d555f453351c10b, 0xe96e75bb2873fcfc},
    {12, 0xe333caa3d95c9231, 0xfd77f2fe68f942b1, 0xe58a080208596b02},
    {16, 0x5e6daaa318bb3b04, 0xcc63329f99c9ee03, 0x520e82a3e89349c5},
    {17, 0x0aa1b59f2c5fddfe, 0x40d8b775d43ec61c, 0x5872e26a12071ce5},
    {32, 0xc00f0016ff803ba4, 0x24cb50d1a013a6bf, 0x014a695632ac185a},
    {64, 0xab757e3481e0a251, 0x962867617ef8f3a4, 0xd03478159337c255},
    {128, 0xe09e087ac7d93980, 0x8b8c21773c58d1ee, 0xedc90662c0111006},
    {129, 0xadde71bdf2bf1445, 0x1708cf239a8e7f6a, 0x321ccb74f6f1d9bb},
    {180, 0x1e11b474ff9f924f, 0xe1c12e63dded0610, 0xdf0740c4895dc74f},
    {240, 0x1a43c027ee7490f1, 0x54147fd54d4a000f, 0x1856f43868efe41d},
    {241, 0x868b719b64622fae, 0xab9a9ddc07daae0e, 0x723100ebaa606cf1},
    {256, 0x678c19fe0133582f, 0x8ea3f02222d61ac7, 0x8970fd5b292dd8a8},
    {512, 0xa7cfb427cebd201f, 0xa41467dc306992af, 0xe3c4758b8115aa83},
    {1023, 0x7eeb1118ca67f69b, 0x5770c49528f0f1f4, 0x61aae891566d7e19},
    {1024, 0xd5b735a4e9d7f439, 0x2cbbb71988cc6d30, 0xd9591a012c103599},
    {1025, 0x6bbc3ae6c08fb9cb, 0xc0de7db98d909756, 0xc5374175ff26c4e2},
    {2048, 0x6d49ca6fc44e1abd, 0xca6ff3274363aeb7, 0xd4f4d3fa07cfac52},
    {5000, 0x97930e2a305c84ba, 0x85ffff333e2e60cf, 0xde58ca1d919b9d0a},
};

/// Bytes of all values, those above 127 as well.
std::vector<unsigned char> bytes_of_length(std::size_t length)
{
    std::vector<unsigned char> bytes;
    for (std::size_t i = 0; i < length; ++i) bytes.push_back(static_cast<unsigned char>((i * 131 + 200) & 0xff));
    return bytes;
}

TEST_CASE("strings and bytes of every length branch hash as ever")
{
    for (const xxh3_value& value : xxh3_values) {
        const std::vector<unsigned char> bytes = bytes_of_length(value.length);
        const std::string text(bytes.begin(), bytes.end());
        const auto hashed = [](const auto& key, std::uint64_t seed) {
            return hash_key(tamiz::hash<std::remove_cvref_t<decltype(key)>>(), key, seed).value();
        };
        CAPTURE(value.length);
        CHECK(hashed(text, 0) == value.seed_0);
        CHECK(hashed(text, tamiz::default_seed) == value.default_seed);
        CHECK(hashed(text, 42) == value.seed_42);
        CHECK(hashed(bytes, 42) == value.seed_42);
    }
}

#if defined(TAMIZ_TEST_XXHASH)
TEST_CASE("the hash of strings and bytes is the system's XXH3")
{
    const std::vector<unsigned char> bytes = bytes_of_length(3'000);
    for (std::size_t length = 0; length <= bytes.size(); length += length < 300 ? 1 : 61) {
        for (const std::uint64_t seed : {std::uint64_t{0}, tamiz::default_seed, ~std::uint64_t{0}}) {
            CAPTURE(length, seed);
            CHECK(tamiz::detail::xxh3(bytes.data(), length, seed) == XXH3_64bits_withSeed(bytes.data(), length, seed));
        }
    }
}
#endif

template <typename Key>
std::uint64_t hashed(const Key& key)
{
    return hash_key(tamiz::hash<Key>(), key, tamiz::default_seed).value();
}

TEST_CASE("texts hash as ever")
{
    CHECK(hashed<std::string_view>("") == 0x6977cae8329684a6);
    CHECK(hashed<std::string_view>("abc") == 0x079c89925226f201);
    CHECK(hashed<std::string_view>("https://example.org/index.html") == 0x097e956bb27f5c2c);
    CHECK(hashed<std::string_view>("na\xc3\xaf"
                                   "ve") == 0xa3c6223ae5c802d6);
    CHECK(hashed<std::string_view>({"a\0b", 3}) == 0xed479251680fde79);
    CHECK(hashed<std::u16string_view>(u"abc") == 0x8aefbd63c219a87d);
    CHECK(hashed<std::u32string_view>(U"abc") == 0xd22fadc2c26d7eb2);
    CHECK(hashed<std::vector<std::int32_t>>({1, -2, 3}) == 0x6de378f32454a98f);
}

static_assert(mix(0x0000000000000000) == 0x0000000000000000);
static_assert(mix(0x0000000000000001) == 0x3c02aa47758292bd);
static_assert(mix(0x0000000000000002) == 0x946f086bbb956c5d);
static_assert(mix(0x00000000000000ff) == 0x7517ff5801cfc558);
static_assert(mix(0x0000000100000000) == 0x52375cd73dbed523);
static_assert(mix(0x8000000000000000) == 0x965c78486206422d);
static_assert(mix(0xffffffffffffffff) == 0x78a9666a39c1a1b5);
static_assert(mix(0x0123456789abcdef) == 0x6d97305f56288c62);

enum class direction : std::int8_t { back = -1 };

TEST_CASE("integers and enums hash as ever")
{
    CHECK(hashed<std::int32_t>(0) == 0x8d0f683313b6b71f);
    CHECK(hashed<std::int32_t>(1) == 0x451458de2b4579f4);
    CHECK(hashed<std::uint64_t>(1'000) == 0xce5d4e2c180eb3a3);
    CHECK(hashed<std::int8_t>(-1) == 0x1194efd8ad46dd4a);
    CHECK(hashed<std::int64_t>(-1) == 0x1194efd8ad46dd4a);
    CHECK(hashed<std::uint8_t>(255) == 0xad68937066173711);
    CHECK(hashed<std::int64_t>(std::int64_t{1} << 62) == 0xb2a54ca3defd3754);
    CHECK(hashed<bool>(true) == 0x451458de2b4579f4);
    CHECK(hashed<direction>(direction::back) == 0x1194efd8ad46dd4a);
    CHECK(hash_key(tamiz::hash<int>(), 1, 42).value() == 0x47a15fca667517a3);
}

TEST_CASE("hashes of users are mixed and seeded as ever")
{
    struct avalanching {
        using is_avalanching = void;
        std::uint64_t operator()(std::uint64_t key) const { return key; }
    };
    const auto unseeded = [](std::uint64_t key) { return key; };
    const auto seeded = [](std::uint64_t key, std::uint64_t seed) { return key + seed; };
    constexpr std::uint64_t five = 5;
    CHECK(hash_key(unseeded, five, 42).value() == 0xc14bb39d5adeaab2);
    CHECK(hash_key(avalanching(), five, 42).value() == 0xf519f86ee2385b77);
    CHECK(hash_key(seeded, five, 42).value() == 0xf5e1f4b86cbff148);
}

// --- probes --------------------------------------------------------------------------------------------------------

constexpr hash_value rising(0x0123456789abcdef);
constexpr hash_value falling(0xfedcba9876543210);

template <typename Layout, std::size_t Count>
constexpr bool has_probes(const typename Layout::size& size, hash_value hash, const probe (&expected)[Count])
{
    std::size_t i = 0;
    for (const probe p : Layout::probes(size, hash)) {
        if (i == Count || p != expected[i]) return false;
        ++i;
    }
    return i == Count;
}

static_assert(has_probes<layout::cache_line<2>>({1, 3}, rising, {{1, 0x400000008100}, {6, 0x80020000080000}}));
static_assert(has_probes<layout::cache_line<2>>({1, 3}, falling, {{0, 0x4000200080000}, {5, 0x400080000080}}));
static_assert(has_probes<layout::cache_line<2>>({1000, 8}, rising, {{33, 0x810808104004080}, {38, 0x6000800490082}}));
static_assert(has_probes<layout::cache_line<2>>({1000, 8}, falling,
                                                {{7960, 0x880180010020028}, {7965, 0xe0000a0040a}}));
static_assert(has_probes<layout::cache_line<2>>({8589934599, 3}, rising,
                                                {{305419897, 0x400000008100}, {305419902, 0x80020000080000}}));
static_assert(has_probes<layout::cache_line<2>>({8589934599, 3}, falling,
                                                {{68414056888, 0x4000200080000}, {68414056893, 0x400080000080}}));
static_assert(has_probes<layout::cache_line<4>>({1, 2}, rising,
                                                {{0, 0x8080000000}, {3, 0x10000040}, {4, 0x2080000000}, {6, 0x28}}));
static_assert(has_probes<layout::cache_line<4>>(
    {1, 2}, falling, {{0, 0x800000000000200}, {2, 0x80000000000080}, {4, 0x400000200}, {6, 0x2200}}));
static_assert(has_probes<layout::cache_line<4>>(
    {1000, 5}, rising,
    {{32, 0x1000022000400010}, {35, 0x8800401004000000}, {36, 0x2002840800000000}, {38, 0x220010004000004}}));
static_assert(has_probes<layout::cache_line<4>>(
    {1000, 5}, falling,
    {{7960, 0x88008000220}, {7962, 0x10040041080000}, {7964, 0x800040221}, {7966, 0x1002400000010100}}));
static_assert(has_probes<layout::cache_line<4>>(
    {8589934599, 2}, rising,
    {{305419896, 0x8080000000}, {305419899, 0x10000040}, {305419900, 0x2080000000}, {305419902, 0x28}}));
static_assert(has_probes<layout::cache_line<4>>({8589934599, 2}, falling,
                                                {{68414056888, 0x800000000000200},
                                                 {68414056890, 0x80000000000080},
                                                 {68414056892, 0x400000200},
                                                 {68414056894, 0x2200}}));
static_assert(has_probes<layout::cache_line<8>>({1000, 1}, rising,
                                                {{32, 0x100000},
                                                 {33, 0x400000000000},
                                                 {34, 0x80000},
                                                 {35, 0x2},
                                                 {36, 0x10000},
                                                 {37, 0x40000},
                                                 {38, 0x8000000000},
                                                 {39, 0x8000}}));
static_assert(has_probes<layout::cache_line<8>>({1000, 1}, falling,
                                                {{7960, 0x20},
                                                 {7961, 0x8000000},
                                                 {7962, 0x10},
                                                 {7963, 0x10},
                                                 {7964, 0x800},
                                                 {7965, 0x800000},
                                                 {7966, 0x20000},
                                                 {7967, 0x20000000000000}}));
static_assert(has_probes<layout::cache_line<8>>({1000, 9}, rising,
                                                {{32, 0x20000040b8828000},
                                                 {33, 0x1220010508020010},
                                                 {34, 0xa240006110010000},
                                                 {35, 0x41100000032c0002},
                                                 {36, 0x1000040200007822},
                                                 {37, 0xa00000140452004},
                                                 {38, 0x41010400444102},
                                                 {39, 0x804460400002240}}));
static_assert(has_probes<layout::cache_line<8>>({1000, 9}, falling,
                                                {{7960, 0x1000a004830030},
                                                 {7961, 0xa00024011404080},
                                                 {7962, 0x1902401200002010},
                                                 {7963, 0x340090000000930},
                                                 {7964, 0x1500000c0800430},
                                                 {7965, 0x2080003150840},
                                                 {7966, 0x900048000002b100},
                                                 {7967, 0x110c10000440410}}));
static_assert(has_probes<layout::word>({1, 5}, rising, {{0, 0x2020000040804}}));
static_assert(has_probes<layout::word>({1, 5}, falling, {{0, 0x20100000080030}}));
static_assert(has_probes<layout::word>({1000, 16}, rising, {{4, 0x8bc60120303c000}}));
static_assert(has_probes<layout::word>({1000, 16}, falling, {{995, 0x666988000042001d}}));
static_assert(has_probes<layout::word>({68719476743, 5}, rising, {{305419896, 0x2020000040804}}));
static_assert(has_probes<layout::word>({68719476743, 5}, falling, {{68414056846, 0x20100000080030}}));
static_assert(has_probes<layout::cache_line<2, 16>>({1000, 4}, rising,
                                                    {{33, 0x100000011100}, {38, 0x1000100100100000}}));
static_assert(has_probes<layout::cache_line<2, 16>>({1000, 4}, falling, {{7960, 0x111010}, {7965, 0x11010001000}}));
static_assert(has_probes<layout::basic_word<16>>({1000, 4}, rising, {{4, 0x10000010011}}));
static_assert(has_probes<layout::basic_word<16>>({1000, 4}, falling, {{995, 0x1000000000100011}}));
static_assert(has_probes<layout::classic>({24, 3}, rising, {{0, 0x20808}}));
static_assert(has_probes<layout::classic>({24, 3}, falling, {{0, 0x200440}}));
static_assert(has_probes<layout::classic>({1, 4}, rising, {{0, 0x1}}));
static_assert(has_probes<layout::classic>({1, 4}, falling, {{0, 0x1}}));
static_assert(has_probes<layout::classic>(
    {1000, 7}, rising,
    {{0, 0x20000000000000}, {3, 0x40}, {4, 0x40000000000000}, {7, 0x800}, {9, 0x200}, {13, 0x400020000}}));
static_assert(has_probes<layout::classic>({1000, 7}, falling,
                                          {{1, 0x800000000000000},
                                           {2, 0x40000000000000},
                                           {6, 0x1},
                                           {7, 0x4000000000000},
                                           {10, 0x1},
                                           {13, 0x4000},
                                           {14, 0x800000}}));
static_assert(has_probes<layout::classic>({68719489081, 3}, rising,
                                          {{134320546, 0x400}, {497648452, 0x4000000000000}, {776300328, 0x1}}));
static_assert(has_probes<layout::classic>({68719489081, 3}, falling,
                                          {{309006536, 0x10}, {456266287, 0x100000000}, {962028946, 0x4000}}));

// --- whole filters -------------------------------------------------------------------------------------------------

/// The words of a filter that holds "key 0" to "key 39".
template <typename Layout, std::size_t Count>
void check_words(const tamiz::explicit_size& size, const std::uint64_t (&expected)[Count])
{
    tamiz::bloom_filter<std::string, Layout> filter(size);
    for (int i = 0; i < 40; ++i) filter.insert("key " + std::to_string(i));
    CHECK(std::ranges::equal(filter.words(), expected));

    alignas(64) std::array<std::uint64_t, Count> stored;
    std::ranges::copy(expected, stored.begin());
    const auto restored = tamiz::bloom_filter<std::string, Layout>::attach(stored, size);
    int found = 0;
    for (int i = 0; i < 40; ++i) found += restored.may_contain("key " + std::to_string(i)) ? 1 : 0;
    CHECK(found == 40);
}

TEST_CASE("the same keys set the same bits in every layout as ever, and stored filters still hold them")
{
    check_words<layout::classic>({.bits = 500, .hashes = 7},
                                 {0x667ff082da868489, 0x0c0678029d6bc118, 0xb06886d2c0b2f8c7, 0x5009de9ac4576b93,
                                  0x474d2b0518236296, 0x302c210989a05a12, 0xc114ad0f90de9afc, 0x000ed418044b4944});
    check_words<layout::cache_line<2>>(
        {.bits = 1'024, .hashes = 8}, {0x00818200c5a0282b, 0xbca61d84143164ef, 0x0008b0821641104a, 0x8801a022a688a3e8,
                                       0x1420510501199821, 0x5810004210410808, 0x8a2920000b1de542, 0x4ea109840937938b,
                                       0x3b080380010dd41e, 0x0072224003081004, 0x8000004100010000, 0x90252100820fe3d0,
                                       0x274a144952044356, 0x10282811800d4408, 0x00000019010c0204, 0x0649a0080420a848});
    check_words<layout::cache_line<4>>(
        {.bits = 1'024, .hashes = 8}, {0x623066f800309c20, 0x4004535444042148, 0x42000c0042203749, 0x08ac003b05c437a0,
                                       0x2124000c05220510, 0x85861ef0842040da, 0x0002d25a94504d42, 0x08090e0d5481084d,
                                       0x4448182255082142, 0x4540891c80008100, 0x5402014604b9411b, 0x9081004700042810,
                                       0xa008a0104e110c08, 0x8144909018901801, 0x100050010a040048, 0x1c14200510e80a1c});
    check_words<layout::cache_line<8>>(
        {.bits = 1'024, .hashes = 8}, {0x02ce004aa42a0464, 0x4c0d207c80208069, 0x117ca09a18022034, 0x4135a00a01aac430,
                                       0x4015ac2803370408, 0x4a0001a13400c23e, 0xd4708800007d0945, 0xd59a1812100001a0,
                                       0x291600102040a019, 0x100b0204a0112587, 0x0b4440610044a420, 0x46034e004001200a,
                                       0xa300a020c1018812, 0x5086b0014b0011c0, 0xc8c00041050c0c22, 0x4488600654120840});
    check_words<layout::word>({.bits = 512, .hashes = 5},
                              {0x0000000000a08028, 0x821bba13b95b74d4, 0x49d8ae227a55575e, 0xf1b0410caa58c147,
                               0x38d2f11041705189, 0x84a0000400000d28, 0x00b0c8a200a001b1, 0x457088541840cd3e});
}

/// The words of a filter that counts: "key 0" to "key 39" inserted, key 0 so often that its counters stick, the others
/// once, twice or three times; and the last ten erased once. The locks of the lines, all of them free, come last.
template <typename Layout, std::size_t Count>
void check_counters(const tamiz::explicit_counters& size, const std::uint64_t (&expected)[Count])
{
    const auto key = [](int i) { return "key " + std::to_string(i); };
    tamiz::counting_bloom_filter<std::string, Layout> filter(size);
    for (int i = 0; i < 40; ++i)
        for (int times = i == 0 ? 20 : i % 3 + 1; times > 0; --times) filter.insert(key(i));
    for (int i = 30; i < 40; ++i) filter.erase(key(i));
    CHECK(std::ranges::equal(filter.words(), expected));

    alignas(64) std::array<std::uint64_t, Count> stored;
    std::ranges::copy(expected, stored.begin());
    auto restored = tamiz::counting_bloom_filter<std::string, Layout>::attach(stored, size);
    for (int i = 0; i < 30; ++i) CHECK(restored.erase(key(i)));
    CHECK(restored.occurrences(key(0)) == 15);
}

TEST_CASE("the same keys give the same counts in every layout as ever, and stored filters still hold them")
{
    check_counters<layout::cache_line<2>>(
        {.counters = 256, .hashes = 4},
        {0x0000330003030303, 0x0521230020332223, 0x0000000012003011, 0x1000003041f024f0, 0x0610000013030633,
         0x0000000003300000, 0x3002020105243101, 0x30f301000030f225, 0x5103211000003404, 0x0020000003100040,
         0x0000000000030030, 0x0001220020520510, 0x1002003220030153, 0x3305000000010002, 0x0200000200200200,
         0x0002230000121032, 0x0000000000000000});
    check_counters<layout::cache_line<4>>(
        {.counters = 256, .hashes = 4},
        {0x2130052200303030, 0x0003205f00002011, 0x0000030010003333, 0xf010005402002440, 0x0320000100000330,
         0x0301f48031003012, 0x0002331360200200, 0x20020f2100000031, 0x0200300011000244, 0x0022023100000300,
         0x2300010102102015, 0x0200001500020020, 0x0000203014200100, 0x0025002010003202, 0x3000000101000042,
         0x2021000720410000, 0x0000000000000000});
    check_counters<layout::cache_line<8>>(
        {.counters = 256, .hashes = 8},
        {0x032f002233540333, 0xf109206400301066, 0x31f8403332010033, 0x22f3000402646220, 0x0043822105460f03,
         0x2200033f35003368, 0x11a02f0000980124, 0xf637213400000250, 0x0424003020302028, 0x2006020250112126,
         0x0702105200235210, 0x2307250030011006, 0x4400401043022321, 0x3024500125003050, 0x3230002104040605,
         0x1332100452220320, 0x0000000000000000});
    check_counters<layout::word>({.counters = 256, .hashes = 3},
                                 {0x0000000000000000, 0x0000000000000000, 0x3021303000002130, 0x0020200202020020,
                                  0x0003023203020000, 0x5500213612320303, 0x000f3f3000030f00, 0x0103030014401043,
                                  0x0002200221101202, 0x2220100000010112, 0x0000000000000000, 0x0300000030003000,
                                  0x0010130000000202, 0x2022000000042000, 0x0003330000300006, 0x0020100222020121});
}

TEST_CASE("keys and a rate give the size that they always gave")
{
    // Words that are attached with options must find the size again that they were made with.
    struct request {
        std::uint64_t items;
        double rate;
    };
    constexpr request few{1, 0.01}, thousand{1'000, 0.01}, rare{12'345, 1e-6}, million{1'000'000, 0.001};
    const auto gives = [](auto layout, request r, std::uint64_t cells, std::uint64_t hashes) {
        const auto size = decltype(layout)::size_for(r.items, r.rate);
        CAPTURE(r.items, r.rate);
        CHECK(layout.cell_count(size) == cells);
        CHECK(layout.hash_count(size) == hashes);
    };
    const layout::classic classic;
    gives(classic, few, 10, 7);
    gives(classic, thousand, 9'586, 7);
    gives(classic, rare, 354'983, 20);
    gives(classic, million, 14'377'588, 10);
    const layout::cache_line<2> line_2;
    gives(line_2, few, 512, 32);
    gives(line_2, thousand, 10'240, 6);
    gives(line_2, rare, 662'016, 12);
    gives(line_2, million, 16'768'512, 8);
    const layout::cache_line<4> line_4;
    gives(line_4, few, 512, 64);
    gives(line_4, thousand, 10'240, 8);
    gives(line_4, rare, 500'224, 16);
    gives(line_4, million, 15'727'616, 8);
    const layout::cache_line<8> line_8;
    gives(line_8, few, 512, 128);
    gives(line_8, thousand, 10'240, 8);
    gives(line_8, rare, 479'232, 16);
    gives(line_8, million, 15'725'056, 8);
    const layout::word word;
    gives(word, few, 64, 16);
    gives(word, thousand, 11'840, 5);
    gives(word, rare, 1'850'496, 10);
    gives(word, million, 23'091'200, 7);
    const layout::cache_line<2, 16> counters_2;
    gives(counters_2, few, 128, 16);
    gives(counters_2, thousand, 12'160, 4);
    gives(counters_2, million, 24'041'088, 6);
    const layout::cache_line<4, 16> counters_4;
    gives(counters_4, few, 128, 32);
    gives(counters_4, thousand, 11'520, 8);
    gives(counters_4, million, 19'456'000, 8);
    const layout::cache_line<8, 16> counters_8;
    gives(counters_8, few, 128, 64);
    gives(counters_8, thousand, 11'520, 8);
    gives(counters_8, million, 19'396'992, 8);
    const layout::basic_word<16> counters_word;
    gives(counters_word, few, 16, 8);
    gives(counters_word, thousand, 18'656, 4);
    gives(counters_word, million, 58'389'168, 4);
}

}  // namespace
