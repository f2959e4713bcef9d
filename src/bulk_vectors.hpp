// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// No header guard: each file of one instruction set includes this once, behind
//   TAMIZ_INSTRUCTIONS  the attribute of functions that use these instructions
//   struct vector       the operations, static; `vector::type` is a register, with one hash or word in each lane
// and has place_, probe_ and test_with_vectors then. Instructions are enabled function by function, never for a file:
// an inline function that it shares with other files must not come out of it with instructions that a processor lacks.
//
// Several keys at a time, each in a lane of its own. This is the data path of layout/blocked.hpp, step by step.
//
// Why loading words by a gather keeps what a lookup promises: a gather loads each of its elements by an aligned 64-bit
// load, and "memory ordering with other instructions follows the Intel-64 memory-ordering model" (Intel's manual,
// volume 2, VPGATHERQQ), in which every load is an acquire. The empty assembly in `test_lanes` keeps the compiler from
// moving later loads before them.

#define TAMIZ_VECTOR TAMIZ_INSTRUCTIONS [[gnu::always_inline]] inline

namespace tamiz::inline v0::detail {

namespace {

/// `mix`
TAMIZ_VECTOR vector::type mixed(vector::type x)
{
    x = vector::multiply(vector::one_of(x, vector::shift_right<27>(x)), mix_multipliers[0]);
    x = vector::multiply(vector::one_of(x, vector::shift_right<33>(x)), mix_multipliers[1]);
    return vector::one_of(x, vector::shift_right<27>(x));
}

/// The first word of each key's block: `scale`, in two halves.
template <unsigned WordsPerBlock>
TAMIZ_VECTOR vector::type first_words(vector::type hashes, std::uint64_t blocks)
{
    const vector::type range = vector::splat(blocks);
    const vector::type low = vector::shift_right<32>(vector::multiply_low_halves(hashes, range));
    const vector::type high = vector::multiply_low_halves(vector::shift_right<32>(hashes), range);
    const vector::type block = vector::shift_right<32>(vector::add(high, low));
    static_assert(WordsPerBlock == 1 || WordsPerBlock == 8);
    return WordsPerBlock == 1 ? block : vector::shift_left<3>(block);
}

/// `choice_bits`
template <unsigned Part>
TAMIZ_VECTOR vector::type choices(vector::type hashes)
{
    const vector::type product = vector::multiply(hashes, multipliers[Part / 2]);
    return Part % 2 == 0 ? product : vector::shift_left<18>(product);
}

/// The key's word in a part: `chosen_word`.
template <typename Layout, unsigned Part>
TAMIZ_VECTOR vector::type words_in_part(vector::type first, vector::type choice)
{
    constexpr unsigned in_part = Layout::model.words_per_block / Layout::model.words_per_key;
    vector::type word = vector::add(first, vector::splat(Part * in_part));
    if constexpr (in_part == 2) word = vector::add(word, vector::shift_right<63>(choice));
    if constexpr (in_part == 4) word = vector::add(word, vector::shift_right<62>(choice));
    return word;
}

/// `table_mask`
template <typename Layout>
TAMIZ_VECTOR vector::type masks_in_part(const std::uint64_t* table, vector::type choice)
{
    constexpr unsigned cell_width = bits_per_word / Layout::cells;
    const vector::type index = vector::both(vector::shift_right<52>(choice), vector::splat(masks_per_table - 1));
    const vector::type mask = vector::gather(table, index);
    const vector::type turn = vector::both(vector::shift_right<46>(choice), vector::splat(64 - cell_width));
    const vector::type turned = vector::turn_words(mask, turn);
    if constexpr (Layout::turned == turning::once) return turned;
    return vector::turn_halves(turned, vector::both(vector::shift_right<32>(choice), vector::splat(32 - cell_width)));
}

/// The cells of the masks that are not taken: bits that are 0, or counters.
template <typename Layout>
TAMIZ_VECTOR vector::type missing_cells(const std::uint64_t* memory, vector::type words, vector::type masks)
{
    vector::type there = vector::gather(memory, words);
    if constexpr (Layout::cells == 16) {  // `counters_above_zero`
        there = vector::either(there, vector::shift_right<1>(there));
        there = vector::either(there, vector::shift_right<2>(there));
    }
    return vector::without(masks, there);
}

template <typename Layout, unsigned Part = 0>
TAMIZ_VECTOR vector::type all_missing(const std::uint64_t* table, const std::uint64_t* memory, vector::type hashes,
                                      vector::type first)
{
    const vector::type choice = choices<Part>(hashes);
    const vector::type missing =
        missing_cells<Layout>(memory, words_in_part<Layout, Part>(first, choice), masks_in_part<Layout>(table, choice));
    if constexpr (Part + 1 == Layout::model.words_per_key)
        return missing;
    else
        return vector::either(missing, all_missing<Layout, Part + 1>(table, memory, hashes, first));
}

template <typename Layout, unsigned Part = 0>
TAMIZ_VECTOR void store_probes(const std::uint64_t* table, vector::type hashes, vector::type first,
                               std::uint64_t* words, std::uint64_t* masks)
{
    const vector::type choice = choices<Part>(hashes);
    vector::store(words + Part * bulk_chunk, words_in_part<Layout, Part>(first, choice));
    vector::store(masks + Part * bulk_chunk, masks_in_part<Layout>(table, choice));
    if constexpr (Part + 1 < Layout::model.words_per_key)
        store_probes<Layout, Part + 1>(table, hashes, first, words, masks);
}

template <typename Layout>
const std::uint64_t* masks_of(const blocked_size& size) noexcept
{
    const std::size_t row = size.cells_per_word - 1;
    return Layout::cells == 64 ? bit_masks[row].data() : counter_masks[row].data();
}

/// The hashes of the keys from number i on.
TAMIZ_VECTOR vector::type hashes_from(const bulk_keys& keys, std::size_t i)
{
    const vector::type bits = vector::load(keys.bits + i);
    return keys.unmixed ? mixed(vector::one_of(bits, vector::splat(keys.spread_seed))) : bits;
}

// `count` keys: a whole number of vectors; and so many blocks as `first_words` can multiply.

template <unsigned WordsPerBlock>
TAMIZ_INSTRUCTIONS void place_lanes(std::uint64_t blocks, const bulk_keys& keys, std::size_t count,
                                    std::uint64_t* hashes, std::uint64_t* first)
{
    for (std::size_t i = 0; i < count; i += vector::lanes) {
        const vector::type hash = hashes_from(keys, i);
        vector::store(hashes + i, hash);
        vector::store(first + i, first_words<WordsPerBlock>(hash, blocks));
    }
}

template <typename Layout>
TAMIZ_INSTRUCTIONS void probe_lanes(const blocked_size& size, const bulk_keys& keys, std::size_t count,
                                    std::uint64_t* words, std::uint64_t* masks)
{
    const std::uint64_t* const table = masks_of<Layout>(size);
    for (std::size_t i = 0; i < count; i += vector::lanes) {
        const vector::type hash = hashes_from(keys, i);
        store_probes<Layout>(table, hash, first_words<Layout::model.words_per_block>(hash, size.blocks), words + i,
                             masks + i);
    }
}

template <typename Layout>
TAMIZ_INSTRUCTIONS void test_lanes(const blocked_size& size, const bulk_keys& keys, std::size_t count,
                                   const std::uint64_t* memory, bool* answers, const std::uint64_t* ahead)
{
    const std::uint64_t* const table = masks_of<Layout>(size);
    for (std::size_t i = 0; i < count; i += vector::lanes) {
        if (ahead != nullptr)
            for (std::size_t lane = 0; lane < vector::lanes; ++lane) prefetch_for_lookup(memory + ahead[i + lane]);
        const vector::type hash = hashes_from(keys, i);
        const vector::type first = first_words<Layout::model.words_per_block>(hash, size.blocks);
        vector::store_is_zero(answers + i, all_missing<Layout>(table, memory, hash, first));
    }
    asm volatile("" ::: "memory");
}

/// What these functions can take, in keys; the rest is for the scalar ones.
std::size_t for_vectors(const blocked_size& size, const bulk_keys& keys) noexcept
{
    constexpr std::uint64_t most_blocks = 0xffff'ffff;
    return size.blocks <= most_blocks ? keys.count / vector::lanes * vector::lanes : 0;
}

void place_with_vectors(const block_model& layout, const blocked_size& size, const bulk_keys& keys,
                        std::uint64_t* hashes, std::uint64_t* first) noexcept
{
    const std::size_t whole = for_vectors(size, keys);
    if (layout.words_per_block == 1)
        place_lanes<1>(size.blocks, keys, whole, hashes, first);
    else
        place_lanes<8>(size.blocks, keys, whole, hashes, first);
    if (whole != keys.count)
        place_scalar(layout, size, keys.part(whole, keys.count - whole), hashes + whole, first + whole);
}

void probe_with_vectors(const block_model& layout, const blocked_size& size, const bulk_keys& keys,
                        std::uint64_t* words, std::uint64_t* masks) noexcept
{
    const std::size_t whole = for_vectors(size, keys);
    with_layout(layout, [&]<typename Layout>(Layout) { probe_lanes<Layout>(size, keys, whole, words, masks); });
    if (whole != keys.count)
        probe_scalar(layout, size, keys.part(whole, keys.count - whole), words + whole, masks + whole);
}

void test_with_vectors(const block_model& layout, const blocked_size& size, const bulk_keys& keys,
                       const std::uint64_t* memory, bool* answers, const std::uint64_t* ahead) noexcept
{
    const std::size_t whole = for_vectors(size, keys);
    with_layout(layout,
                [&]<typename Layout>(Layout) { test_lanes<Layout>(size, keys, whole, memory, answers, ahead); });
    if (whole != keys.count)
        test_scalar(layout, size, keys.part(whole, keys.count - whole), memory, answers + whole,
                    ahead == nullptr ? nullptr : ahead + whole);
}

}  // namespace

}  // namespace tamiz::inline v0::detail
