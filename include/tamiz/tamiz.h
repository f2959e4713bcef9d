/* Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE. */
#ifndef TAMIZ_TAMIZ_H
#define TAMIZ_TAMIZ_H

/* The C interface: Bloom filters of byte strings, for C and for every language that can call it.
 *
 *     tamiz_options options;
 *     tamiz_options_init(&options);
 *     options.expected_items = 1000000;
 *     tamiz_filter* seen = NULL;
 *     if (tamiz_filter_create(&options, &seen) != 0) puts(tamiz_last_error());
 *     if (tamiz_filter_insert(seen, url, strlen(url)) == 1) fetch(url);
 *     tamiz_filter_destroy(seen);
 *
 * Answers are 1 (yes) and 0 (no). An error is a negative tamiz_error, and tamiz_last_error() tells more. A call that
 * fails has changed nothing. An error is no "no": ask `== 0` for a certain "definitely not".
 *
 * What is safe together, and what each answer promises, is what the C++ classes promise (tamiz/bloom_filter.hpp,
 * tamiz/counting_bloom_filter.hpp): any number of threads may use one filter at once; only its destruction needs it
 * to be nobody else's. Keys are hashed as tamiz::hash hashes strings, so a filter of C++ with the same options answers
 * alike. Insert, claim, may_contain, erase and occurrences allocate nothing when they succeed. C99, or C++11.
 */

#include <stddef.h>
#include <stdint.h>

#if defined(TAMIZ_ARCHIVE)
#define TAMIZ_C_API
#else
#define TAMIZ_C_API __attribute__((visibility("default")))
#endif
#if defined(__cplusplus)
#define TAMIZ_NOEXCEPT noexcept
extern "C" {
#else
#define TAMIZ_NOEXCEPT
#endif

/** What can go wrong. */
enum tamiz_error {
    TAMIZ_INVALID_ARGUMENT = -1, /**< a parameter that no filter can have, or NULL for something that is needed */
    TAMIZ_TOO_LARGE = -2,     /**< options that are sound one by one ask for more than there is, or than is allowed */
    TAMIZ_OUT_OF_MEMORY = -3, /**< the memory could not be had */
    TAMIZ_FAILED = -4         /**< anything else, such as a system without a source of randomness */
};

/** Where a key's bits lie. Costs in memory and time are in docs/benchmarks.md. */
enum tamiz_layout {
    TAMIZ_CACHE_LINE_2 = 0, /**< two words of one cache line: for rates down to 0.1 % */
    TAMIZ_CACHE_LINE_4 = 1, /**< four words of one cache line */
    TAMIZ_CACHE_LINE_8 = 2, /**< eight words of one cache line: below 0.1 % */
    TAMIZ_WORD = 3,         /**< one word: exactly one claim of a key is won */
    TAMIZ_CLASSIC = 4,      /**< anywhere: the least memory, the slowest; not for filters that count */
    TAMIZ_TWO_LINES_4 = 5   /**< two cache lines: below 0.01 %; not for filters that count */
};

/** What `claim` answers. */
enum tamiz_claim {
    TAMIZ_PRESENT = 0, /**< the key was there, or is a false positive */
    TAMIZ_RACED = 1,   /**< another call may own the key */
    TAMIZ_WON = 2      /**< the key is this call's: at most one caller, ever, is told so */
};

/** What a filter is for. Begin with tamiz_options_init, so that an option that you do not name has its default. */
typedef struct tamiz_options {
    uint64_t expected_items;    /**< how many different keys it will hold: 1 or more; 0 at first, so it must be named */
    double false_positive_rate; /**< share of absent keys answered 1 once it holds them, in (0, 1); 0.01 at first */
    uint64_t seed;         /**< of the hash; fixed at first: for keys that strangers choose see tamiz_random_seed */
    uint64_t memory_limit; /**< bytes that the filter may take; no limit at first */
    int layout;            /**< enum tamiz_layout; TAMIZ_CACHE_LINE_2 at first */
} tamiz_options;

/** What a filter tells of itself, read beside writers. What is not known is not a number (NaN). */
typedef struct tamiz_stats {
    uint64_t bit_count;    /**< bits that keys can set; counters, in a filter that counts */
    uint64_t memory_bytes; /**< the words */
    double fill_ratio;     /**< share of the bits that are set, in [0, 1] */
    double estimated_items;
    double estimated_false_positive_rate; /**< chance that a fresh key is answered 1 now */
    double remaining_items;               /**< of the expected ones */
    double expected_false_drops;          /**< new keys taken for known ones so far; NaN in a filter that counts */
    uint64_t stuck_counters;              /**< that stand at 15 for ever; 0 in a filter that does not count */
    double stuck_line_share;              /**< share of the lines that have one */
} tamiz_stats;

/** A Bloom filter: tamiz::bloom_filter<std::string>. */
typedef struct tamiz_filter tamiz_filter;
/** A Bloom filter that can forget: tamiz::counting_bloom_filter<std::string>. */
typedef struct tamiz_counting_filter tamiz_counting_filter;

/** What went wrong in this thread's last call that failed: with the parameter and its value. Never NULL; good until
 * this thread's next call that fails. */
TAMIZ_C_API const char* tamiz_last_error(void) TAMIZ_NOEXCEPT;

/** "0.1.0": of the library that is loaded. */
TAMIZ_C_API const char* tamiz_version(void) TAMIZ_NOEXCEPT;

/** Sets every option to its default. NULL is an error. */
TAMIZ_C_API int tamiz_options_init(tamiz_options* options) TAMIZ_NOEXCEPT;

/** A seed that nobody can guess, from the operating system. */
TAMIZ_C_API int tamiz_random_seed(uint64_t* seed) TAMIZ_NOEXCEPT;

/** Makes an empty filter: 0, and it is in `*filter`; or an error, and `*filter` is as it was. */
TAMIZ_C_API int tamiz_filter_create(const tamiz_options* options, tamiz_filter** filter) TAMIZ_NOEXCEPT;
/** Nobody may use it any more. NULL is nothing. */
TAMIZ_C_API void tamiz_filter_destroy(tamiz_filter* filter) TAMIZ_NOEXCEPT;
/** Adds a key of so many bytes, any bytes (NULL if there are none): 1: it was new; of several first callers at least
 * one is told so. 0: it was there already, or is a false positive. */
TAMIZ_C_API int tamiz_filter_insert(tamiz_filter* filter, const void* key, size_t bytes) TAMIZ_NOEXCEPT;
/** Adds a key and tells whose it is: a tamiz_claim. */
TAMIZ_C_API int tamiz_filter_claim(tamiz_filter* filter, const void* key, size_t bytes) TAMIZ_NOEXCEPT;
/** 0: no insert of the key happened before. 1: it is in, or is a false positive. */
TAMIZ_C_API int tamiz_filter_may_contain(const tamiz_filter* filter, const void* key, size_t bytes) TAMIZ_NOEXCEPT;
/** Reads the whole filter, 0.1 s per GiB: 0, or an error. */
TAMIZ_C_API int tamiz_filter_stats(const tamiz_filter* filter, tamiz_stats* stats) TAMIZ_NOEXCEPT;

/** The same for a filter that counts. There is no `claim`: that a key was won once cannot outlive an erase. */
TAMIZ_C_API int tamiz_counting_filter_create(const tamiz_options* options,
                                             tamiz_counting_filter** filter) TAMIZ_NOEXCEPT;
TAMIZ_C_API void tamiz_counting_filter_destroy(tamiz_counting_filter* filter) TAMIZ_NOEXCEPT;
/** Always counts. 1: it was not in; 0: it was, or is a false positive. */
TAMIZ_C_API int tamiz_counting_filter_insert(tamiz_counting_filter* filter, const void* key,
                                             size_t bytes) TAMIZ_NOEXCEPT;
/** 1: one insert of the key is undone. 0: it was not in, nothing has changed. Erase only what you inserted. */
TAMIZ_C_API int tamiz_counting_filter_erase(tamiz_counting_filter* filter, const void* key,
                                            size_t bytes) TAMIZ_NOEXCEPT;
TAMIZ_C_API int tamiz_counting_filter_may_contain(const tamiz_counting_filter* filter, const void* key,
                                                  size_t bytes) TAMIZ_NOEXCEPT;
/** The key is in as often at most; 15 is no bound any more. */
TAMIZ_C_API int tamiz_counting_filter_occurrences(const tamiz_counting_filter* filter, const void* key,
                                                  size_t bytes) TAMIZ_NOEXCEPT;
TAMIZ_C_API int tamiz_counting_filter_stats(const tamiz_counting_filter* filter, tamiz_stats* stats) TAMIZ_NOEXCEPT;

#if defined(__cplusplus)
}
#endif

#endif
