#!/usr/bin/env bash
# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#
# Runs a program of the benchmark for a second, and looks at the tables that it writes.
#   smoke_test.sh PROGRAM TABLE=column,column,... ...
# Each table must be there with these columns and at least one row. Columns that are no text hold numbers: rates of 0 or
# more, others above 0. A number may be missing where it takes two threads, or a library that the build has not found.
set -euo pipefail

if [ $# -lt 2 ]; then
    sed -n '4,5s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
program=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$program" --smoke --into "$folder"

for table in "$@"; do
    name=${table%%=*}
    columns=${table#*=}
    # Nobody shares a filter on one processor.
    if [ "$name" = two_threads ] && [ "$(nproc)" = 1 ]; then continue; fi
    awk -F, -v name="$name" -v columns="$columns" '
        function fail(message) { print name ".csv, line " NR ": " message > "/dev/stderr"; bad = 1; exit 1 }
        function is_text(id) { return id ~ /^(operation|layout|memory|keys|filter|set|question|aim|verdict|remark)$/ }
        function may_miss(id) { return $measured == "" || id ~ /_two_ns$|^hash_ns$|^control$|^two_threads_to_one$|^ratio$/ }
        NR == 1 {
            if ($0 != columns) fail("columns are " $0 ", not " columns)
            count = split($0, ids, ",")
            measured = 1  # a column that no row lacks, or the first number of a peer
            for (i = 1; i <= count; ++i) if (ids[i] ~ /^(bits|bytes)_per_key$/) measured = i
            next
        }
        {
            if (NF != count) fail(NF " fields for " count " columns")
            for (i = 1; i <= NF; ++i) {
                if (is_text(ids[i])) {
                    if ($i == "" && ids[i] != "remark") fail(ids[i] " is empty")
                } else if ($i == "") {
                    if (!may_miss(ids[i])) fail(ids[i] " is missing")
                } else if ($i !~ /^[0-9.]+(e[-+][0-9]+)?$/ || (ids[i] ~ /rate/ ? $i < 0 : $i <= 0)) {
                    fail(ids[i] " = " $i)
                }
            }
        }
        END { if (!bad && NR < 2) fail("has no rows") }
    ' "$folder/$name.csv"
    [ -s "$folder/$name.md" ] || [ "${name#aims_}" != "$name" ] || { echo "$name.md is missing" >&2; exit 1; }
done
