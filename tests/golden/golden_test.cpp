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

static_assert(has_probes<layout::cache_line<2>>({1, 3}, rising, {{1, 0x18000800000000}, {6, 0x640000}}));
static_assert(has_probes<layout::cache_line<2>>({1, 3}, falling, {{0, 0x40800010000}, {6, 0x4000800400000000}}));
static_assert(has_probes<layout::cache_line<2>>({1000, 8}, rising, {{33, 0x2000009882000480}, {38, 0x301801444}}));
static_assert(has_probes<layout::cache_line<2>>({1000, 8}, falling,
                                                {{7960, 0x80000830185000}, {7966, 0x80c0204002000201}}));
static_assert(has_probes<layout::cache_line<2>>({8589934599, 3}, rising,
                                                {{305419897, 0x18000800000000}, {305419902, 0x640000}}));
static_assert(has_probes<layout::cache_line<2>>({8589934599, 3}, falling,
                                                {{68414056888, 0x40800010000}, {68414056894, 0x4000800400000000}}));
static_assert(has_probes<layout::cache_line<4>>(
    {1, 2}, rising, {{0, 0x210}, {3, 0x1008000}, {5, 0x4000000080}, {7, 0x100000000000200}}));
static_assert(has_probes<layout::cache_line<4>>(
    {1, 2}, falling, {{0, 0x800002}, {3, 0x400000040000}, {4, 0x4000000000200}, {6, 0x200040000000000}}));
static_assert(has_probes<layout::cache_line<4>>(
    {1000, 5}, rising, {{32, 0x8000040d00000}, {35, 0x100064200}, {37, 0x4280000021000000}, {39, 0x2000002000028040}}));
static_assert(has_probes<layout::cache_line<4>>(
    {1000, 5}, falling,
    {{7960, 0x20200040002080}, {7963, 0x104000a00100}, {7964, 0x100020404020}, {7966, 0x2080010000004001}}));
static_assert(has_probes<layout::cache_line<4>>(
    {8589934599, 2}, rising,
    {{305419896, 0x210}, {305419899, 0x1008000}, {305419901, 0x4000000080}, {305419903, 0x100000000000200}}));
static_assert(has_probes<layout::cache_line<4>>({8589934599, 2}, falling,
                                                {{68414056888, 0x800002},
                                                 {68414056891, 0x400000040000},
                                                 {68414056892, 0x4000000000200},
                                                 {68414056894, 0x200040000000000}}));
static_assert(has_probes<layout::cache_line<8>>({1000, 1}, rising,
                                                {{32, 0x100000000000000},
                                                 {33, 0x100000000},
                                                 {34, 0x8000000000000},
                                                 {35, 0x400000000000},
                                                 {36, 0x20000000000},
                                                 {37, 0x10000000000},
                                                 {38, 0x20},
                                                 {39, 0x2000000}}));
static_assert(has_probes<layout::cache_line<8>>({1000, 1}, falling,
                                                {{7960, 0x100000000000},
                                                 {7961, 0x200000000000000},
                                                 {7962, 0x100000000000000},
                                                 {7963, 0x8000000},
                                                 {7964, 0x40000000000000},
                                                 {7965, 0x40000000000000},
                                                 {7966, 0x800000000000000},
                                                 {7967, 0x400000}}));
static_assert(has_probes<layout::cache_line<8>>({1000, 9}, rising,
                                                {{32, 0x20423048010040},
                                                 {33, 0x3004400a4004002},
                                                 {34, 0x10400c6000200c0},
                                                 {35, 0x1058100a40080},
                                                 {36, 0xe00802000804480},
                                                 {37, 0x2241880005000002},
                                                 {38, 0x2080080e0001140},
                                                 {39, 0x8000110000206c08}}));
static_assert(has_probes<layout::cache_line<8>>({1000, 9}, falling,
                                                {{7960, 0x9448008200402000},
                                                 {7961, 0x18412212004},
                                                 {7962, 0x2061004609000000},
                                                 {7963, 0x4000204510006001},
                                                 {7964, 0x4010101400014011},
                                                 {7965, 0x564400004000044},
                                                 {7966, 0xa0c0021000c00040},
                                                 {7967, 0x830248004050000}}));
static_assert(has_probes<layout::word>({1, 5}, rising, {{0, 0x80000040d0000}}));
static_assert(has_probes<layout::word>({1, 5}, falling, {{0, 0x20200004000208}}));
static_assert(has_probes<layout::word>({1000, 16}, rising, {{4, 0x16b00210360c4800}}));
static_assert(has_probes<layout::word>({1000, 16}, falling, {{995, 0x8892a1168800000b}}));
static_assert(has_probes<layout::word>({68719476743, 5}, rising, {{305419896, 0x80000040d0000}}));
static_assert(has_probes<layout::word>({68719476743, 5}, falling, {{68414056846, 0x20200004000208}}));
static_assert(has_probes<layout::cache_line<2, 16>>({1000, 4}, rising,
                                                    {{33, 0x1100001000010}, {38, 0x100001000011000}}));
static_assert(has_probes<layout::cache_line<2, 16>>({1000, 4}, falling,
                                                    {{7960, 0x10001011000}, {7966, 0x1001010000001000}}));
static_assert(has_probes<layout::basic_word<16>>({1000, 4}, rising, {{4, 0x1100000100001}}));
static_assert(has_probes<layout::basic_word<16>>({1000, 4}, falling, {{995, 0x10000101100}}));
static_assert(has_probes<layout::two_lines<2>>(
    {1, 3}, rising, {{1, 0x18000800000000}, {6, 0x640000}, {10, 0x80001100000000}, {14, 0x500800000000}}));
static_assert(has_probes<layout::two_lines<2>>(
    {1, 3}, falling, {{0, 0x40800010000}, {6, 0x4000800400000000}, {8, 0x2000000001000080}, {13, 0x20800000004000}}));
static_assert(has_probes<layout::two_lines<2>>(
    {1000, 16}, rising,
    {{33, 0x16b0021060c48003}, {38, 0x5400890248006748}, {11002, 0xa41ba03010108006}, {11006, 0x8093930090125800}}));
static_assert(has_probes<layout::two_lines<2>>({1000, 16}, falling,
                                               {{7960, 0x8892a116800000b8},
                                                {7966, 0x2c080002885d0704},
                                                {14904, 0x103b500689008c00},
                                                {14909, 0x1c75102080922001}}));
static_assert(has_probes<layout::two_lines<4>>({1000, 3}, rising,
                                               {{32, 0x18000800000000},
                                                {35, 0x640000},
                                                {37, 0x8000000000210},
                                                {39, 0x2a000000},
                                                {11001, 0x80001100000000},
                                                {11003, 0x500800000000},
                                                {11004, 0x100000200040},
                                                {11007, 0x1004000000000080}}));
static_assert(has_probes<layout::two_lines<4>>({1000, 3}, falling,
                                               {{7960, 0x40800010000},
                                                {7963, 0x4000800400000000},
                                                {7964, 0x200000208},
                                                {7966, 0x40000002020},
                                                {14904, 0x2000000001000080},
                                                {14906, 0x20800000004000},
                                                {14908, 0x12001000000000},
                                                {14911, 0x5400000000000000}}));
static_assert(has_probes<layout::two_lines<4>>({8589934599, 2}, rising,
                                               {{305419896, 0x210},
                                                {305419899, 0x1008000},
                                                {305419901, 0x4000000080},
                                                {305419903, 0x100000000000200},
                                                {94509017041, 0x100000000008},
                                                {94509017043, 0x400000001000000},
                                                {94509017044, 0x20400},
                                                {94509017047, 0x800400000000000}}));
static_assert(has_probes<layout::two_lines<4>>({8589934599, 2}, falling,
                                               {{68414056888, 0x800002},
                                                {68414056891, 0x400000040000},
                                                {68414056892, 0x4000000000200},
                                                {68414056894, 0x200040000000000},
                                                {128048721104, 0x80000400},
                                                {128048721106, 0x80000002000000},
                                                {128048721108, 0x4000100000000},
                                                {128048721111, 0x84000000000}}));
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
        {.bits = 1'024, .hashes = 8}, {0x1a418801e8801001, 0x122aa58352fa3309, 0x8548089220080016, 0x78898607a0111d40,
                                       0x5b208b6be7a83098, 0xc4144ea94e800bb8, 0x14440508166204a2, 0x0035021010044260,
                                       0x80f540d896b2ee10, 0x01400018c1520600, 0x8000002808000000, 0xb88014b2c1610878,
                                       0x8240000124100010, 0x04400c09080c0800, 0xd4ecc01126050194, 0x18a694a20688013a});
    check_words<layout::cache_line<4>>(
        {.bits = 1'024, .hashes = 8}, {0x4138a0d25568065a, 0x122000101490742c, 0x13a40712dc436108, 0x5124804c40000c4a,
                                       0x31b4100028443018, 0x5a462a03478a08a8, 0x83509481521c1084, 0x1009044400cd6b62,
                                       0x6a00091208194009, 0x6000932400a10040, 0x6102001080180200, 0x418391828400c61a,
                                       0x40e21440400dc914, 0x3111209020008001, 0x814002a001400090, 0x5a02214002026a0b});
    check_words<layout::cache_line<8>>(
        {.bits = 1'024, .hashes = 8}, {0x35aa4010309a8c80, 0x508c0cc240589044, 0x2ca4386540404822, 0x010e403cee040488,
                                       0x1ad224134d858140, 0x5510c950d9401e04, 0xdc62a0a02b082000, 0x78608822c800640d,
                                       0x4002c64415042055, 0xab08460c08021009, 0x21408210b0019038, 0x0032c42603284241,
                                       0x68c08a0411920800, 0x01670240011081a1, 0x0400054116b89881, 0x8401098c80080523});
    check_words<layout::word>({.bits = 512, .hashes = 5},
                              {0x0000880008004080, 0xa6dfd5040b2ab412, 0x0e40387e1bf5657c, 0x498388d8151d2047,
                               0x4e8aa580d8da2821, 0x0800004450014088, 0x08601aa190cc2900, 0x801c00aac0d20bb1});
    check_words<layout::two_lines<4>>({.bits = 1'025, .hashes = 16},
                                      {0x4138a0d25568065a, 0x122000101490742c, 0x13a40712dc436108, 0x5124804c40000c4a,
                                       0x31b4100028443018, 0x5a462a03478a08a8, 0x83509481521c1084, 0x1009044400cd6b62,
                                       0x6a00091208194009, 0x6000932400a10040, 0x6102001080180200, 0x418391828400c61a,
                                       0x40e21440400dc914, 0x3111209020008001, 0x814002a001400090, 0x5a02214002026a0b,
                                       0x822490c0446d203f, 0x0800f20a10890300, 0xf20013b111880100, 0x412107d00aa52a00,
                                       0x4831010603234018, 0x0c040c019b060837, 0x01c0040112a10641, 0x2c02c0d128b40686,
                                       0x1280c0184801bac1, 0x002700c0002858c2, 0xc111401000340400, 0xc0e22813c293208a,
                                       0x2000253c80082212, 0x88000da408d00492, 0x4130081194320400, 0x35c0540020804198});
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
        {0x3000033300330000, 0x0120012448032021, 0x3000110000000012, 0x2310f120302f3030, 0x320000f3f3024332,
         0x4020000110500050, 0x0000303100000364, 0x0120000001300010, 0x1053004400200032, 0x0100020000122002,
         0x0000300300000000, 0x1022051203000400, 0x0020000204000000, 0x0320010200200000, 0x1202202020330304,
         0x1001301003401004, 0x0000000000000000});
    check_counters<layout::cache_line<4>>(
        {.counters = 256, .hashes = 4},
        {0x1010062120020306, 0x300250001f200001, 0x0105033141120f00, 0x0103030003100201, 0x0403200310300000,
         0x30f1100405240001, 0x0210000300301600, 0x00f0201003333310, 0x2204021030010200, 0x0000300000224200,
         0x0000000020220102, 0x3002053001000142, 0x3200100001350030, 0x0003004000000014, 0x0020020000103040,
         0x0301040301200022, 0x0000000000000000});
    check_counters<layout::cache_line<8>>(
        {.counters = 256, .hashes = 8},
        {0x401256213f220307, 0x0208063144220f01, 0x34f4300715540001, 0x02f0201303634910, 0x0321631434f23303,
         0xf034044300411451, 0x04f4033683160000, 0x03f1260440051406, 0x2204321030234400, 0x3002053021220244,
         0x3203104001350044, 0x0321060301303062, 0x2502032502201141, 0x0571021020350022, 0x3023012243401050,
         0x0310070042205402, 0x0000000000000000});
    check_counters<layout::word>({.counters = 256, .hashes = 3},
                                 {0x0000000000000000, 0x0000000000000000, 0x3000213000123102, 0x0002002022000004,
                                  0x2000305002000003, 0x0525510400202514, 0x000f00030f00f300, 0x3031033010200053,
                                  0x0223000000301022, 0x2100010300011210, 0x0000000000000000, 0x3000000003030000,
                                  0x2020000000201101, 0x0222020020000002, 0x3003000030000360, 0x2202000100411200});
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
    gives(line_2, rare, 668'672, 14);
    gives(line_2, million, 16'791'040, 8);
    const layout::cache_line<4> line_4;
    gives(line_4, few, 512, 64);
    gives(line_4, thousand, 10'240, 8);
    gives(line_4, rare, 501'248, 16);
    gives(line_4, million, 15'740'928, 8);
    const layout::cache_line<8> line_8;
    gives(line_8, few, 512, 128);
    gives(line_8, thousand, 10'240, 8);
    gives(line_8, rare, 479'744, 16);
    gives(line_8, million, 15'725'056, 8);
    const layout::word word;
    gives(word, few, 64, 16);
    gives(word, thousand, 11'840, 5);
    gives(word, rare, 1'966'272, 10);
    gives(word, million, 23'099'392, 7);
    const layout::two_lines<4> two_lines;
    gives(two_lines, few, 1'024, 128);
    gives(two_lines, thousand, 10'240, 8);
    gives(two_lines, rare, 389'120, 16);
    gives(two_lines, million, 14'844'928, 8);
    const layout::cache_line<2, 16> counters_2;
    gives(counters_2, few, 128, 16);
    gives(counters_2, thousand, 12'160, 4);
    gives(counters_2, million, 24'077'184, 6);
    const layout::cache_line<4, 16> counters_4;
    gives(counters_4, few, 128, 32);
    gives(counters_4, thousand, 11'520, 8);
    gives(counters_4, million, 19'473'408, 8);
    const layout::cache_line<8, 16> counters_8;
    gives(counters_8, few, 128, 64);
    gives(counters_8, thousand, 11'520, 8);
    gives(counters_8, million, 19'396'992, 8);
    const layout::basic_word<16> counters_word;
    gives(counters_word, few, 16, 8);
    gives(counters_word, thousand, 18'656, 4);
    gives(counters_word, million, 58'452'240, 4);
}

}  // namespace
