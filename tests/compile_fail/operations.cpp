// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#include <tamiz/bloom_filter.hpp>

#include <functional>
#include <string>

// What a filter cannot do, and answers that nobody may overlook.

using filter = tamiz::bloom_filter<int>;
using line_4 = tamiz::bloom_filter<int, tamiz::layout::cache_line<4>>;
using std_hash = tamiz::bloom_filter<int, tamiz::layout::cache_line<2>, std::hash<int>>;
using text_keys = tamiz::bloom_filter<std::string>;

void merges(filter& a, filter& b, line_4& line, std_hash& hash, text_keys& texts, const filter& constant)
{
#ifdef CASE_merging_another_layout  // expect: no matching|no viable|cannot convert|could not convert
    a.merge(line);
#else
    line.merge(line);
#endif
#ifdef CASE_merging_another_hash  // expect: no matching|no viable|cannot convert|could not convert
    a.merge(hash);
#else
    hash.merge(hash);
#endif
#ifdef CASE_merging_another_key  // expect: no matching|no viable|cannot convert|could not convert
    a.merge(texts);
#else
    texts.merge(texts);
#endif
#ifdef CASE_merging_into_a_constant_filter  // expect: const
    constant.merge(b);
#else
    b.merge(constant);
#endif
}

void changes(filter& f, const filter& constant)
{
#ifdef CASE_erasing  // expect: no member named|has no member
    f.erase(5);
#else
    f.clear();
#endif
#ifdef CASE_asking_for_the_number_of_keys  // expect: no member named|has no member
    (void)f.size();
#else
    (void)f.estimated_items();
#endif
#ifdef CASE_inserting_into_a_constant_filter  // expect: const
    constant.insert(5);
#else
    f.insert(5);
#endif
#ifdef CASE_clearing_a_constant_filter  // expect: const
    constant.clear();
#else
    f.clear();
#endif
#ifdef CASE_changing_the_words_of_a_constant_filter  // expect: read-only|const
    constant.words()[0] = 1;
#else
    f.words()[0] = 1;
#endif
}

void answers(filter& f)
{
#ifdef CASE_a_claim_dropped  // expect: nodiscard
    f.claim(5);
#else
    if (f.claim(5) == tamiz::claim_result::won) return;
#endif
#ifdef CASE_a_claim_of_a_hash_dropped  // expect: nodiscard
    f.claim(f.hash(5));
#else
    if (f.claim(f.hash(5)) == tamiz::claim_result::won) return;
#endif
#ifdef CASE_a_lookup_dropped  // expect: nodiscard
    f.may_contain(5);
#else
    if (f.may_contain(5)) return;
#endif
#ifdef CASE_a_lookup_of_a_hash_dropped  // expect: nodiscard
    f.may_contain(f.hash(5));
#else
    if (f.may_contain(f.hash(5))) return;
#endif
#ifdef CASE_a_hash_dropped  // expect: nodiscard
    f.hash(5);
#else
    f.prefetch(f.hash(5));
#endif
#ifdef CASE_a_claim_taken_for_a_yes  // expect: cannot convert|could not convert|no viable|not contextually convertible
    if (f.claim(5)) return;
#else
    if (f.insert(5)) return;
#endif
}
