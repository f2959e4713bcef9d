/* Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE. */
/* What a program in C does with tamiz. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <tamiz/tamiz.h>

static int failures = 0;

static void check(int is_true, const char* what)
{
    if (is_true) return;
    ++failures;
    fprintf(stderr, "not so: %s\n", what);
}
#define CHECK(condition) check((condition) != 0, #condition)

static void use_a_filter(void)
{
    static const char url[] = "https://example.org/";
    tamiz_options options;
    tamiz_stats stats;
    tamiz_filter* seen = NULL;
    CHECK(tamiz_options_init(&options) == 0);
    options.expected_items = 1000;
    options.false_positive_rate = 0.001;
    CHECK(tamiz_filter_create(&options, &seen) == 0);
    CHECK(tamiz_filter_may_contain(seen, url, strlen(url)) == 0);
    CHECK(tamiz_filter_insert(seen, url, strlen(url)) == 1);
    CHECK(tamiz_filter_insert(seen, url, strlen(url)) == 0);
    CHECK(tamiz_filter_may_contain(seen, url, strlen(url)) == 1);
    CHECK(tamiz_filter_claim(seen, url, strlen(url)) == TAMIZ_PRESENT);
    CHECK(tamiz_filter_claim(seen, "another", 7) == TAMIZ_WON);
    CHECK(tamiz_filter_stats(seen, &stats) == 0);
    CHECK(stats.estimated_items > 1.9 && stats.estimated_items < 2.1);
    CHECK(stats.memory_bytes > 0 && stats.stuck_counters == 0);
    tamiz_filter_destroy(seen);
    tamiz_filter_destroy(NULL);
}

static void use_a_filter_that_counts(void)
{
    tamiz_options options;
    tamiz_stats stats;
    tamiz_counting_filter* living = NULL;
    CHECK(tamiz_options_init(&options) == 0);
    options.expected_items = 1000;
    CHECK(tamiz_counting_filter_create(&options, &living) == 0);
    CHECK(tamiz_counting_filter_insert(living, "a", 1) == 1);
    CHECK(tamiz_counting_filter_insert(living, "a", 1) == 0);
    CHECK(tamiz_counting_filter_occurrences(living, "a", 1) == 2);
    CHECK(tamiz_counting_filter_erase(living, "a", 1) == 1);
    CHECK(tamiz_counting_filter_may_contain(living, "a", 1) == 1);
    CHECK(tamiz_counting_filter_erase(living, "a", 1) == 1);
    CHECK(tamiz_counting_filter_erase(living, "a", 1) == 0);
    CHECK(tamiz_counting_filter_may_contain(living, "a", 1) == 0);
    CHECK(tamiz_counting_filter_stats(living, &stats) == 0);
    CHECK(stats.fill_ratio == 0 && isnan(stats.expected_false_drops));
    tamiz_counting_filter_destroy(living);
}

static void make_mistakes(void)
{
    tamiz_options options;
    tamiz_filter* filter = NULL;
    CHECK(tamiz_options_init(&options) == 0);
    CHECK(tamiz_filter_create(&options, &filter) == TAMIZ_INVALID_ARGUMENT);
    CHECK(filter == NULL && strstr(tamiz_last_error(), "expected_items = 0") != NULL);
    CHECK(tamiz_filter_insert(NULL, "a", 1) == TAMIZ_INVALID_ARGUMENT);
    CHECK(strstr(tamiz_last_error(), "filter = NULL") != NULL);
}

int main(void)
{
    CHECK(strchr(tamiz_version(), '.') != NULL);
    use_a_filter();
    use_a_filter_that_counts();
    make_mistakes();
    return failures == 0 ? 0 : 1;
}
