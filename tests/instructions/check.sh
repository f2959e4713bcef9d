#!/usr/bin/env bash
# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#
# check.sh FOLDER PROGRAM COMPILER         compares what each operation takes with counts.txt
# check.sh --pin FOLDER PROGRAM COMPILER   writes counts.txt anew
# Counts the instructions of each operation of PROGRAM (operations.cpp) under callgrind. They repeat to the instruction, so a
# single one more fails. COMPILER, "GNU 12.2.0 x86_64", says what made the program: other compilers make other code.
# Ends with 77, which ctest knows as "skipped", where nothing is pinned for the compiler or there is no valgrind.
set -euo pipefail
pin=no
if [ "${1-}" = --pin ]; then
    pin=yes
    shift
fi
if [ $# -ne 3 ]; then
    sed -n '4,5s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
folder=$1 program=$2 compiler=$3
pinned=$(dirname "$(readlink -f "$0")")/counts.txt

skip() {
    echo "skipped: $*"
    [ $pin = no ] || exit 1
    exit 77
}
command -v valgrind >/dev/null || skip "valgrind is not installed (scripts/setup --tests installs it)"
if [ $pin = no ]; then
    pinned_compiler=$(sed -n 's/^# compiler: //p' "$pinned")
    [ "$pinned_compiler" = "$compiler" ] ||
        skip "the counts in $pinned are those of $pinned_compiler, and this is $compiler"
fi

rm -rf "$folder"
mkdir -p "$folder"
valgrind -q --tool=callgrind --combine-dumps=yes --collect-atstart=no --callgrind-out-file="$folder/callgrind.out" "$program"

# One part of the output for each operation, under its name; "nothing" is what a call and the loop around it take.
awk '
    /^desc: Trigger: Client Request: / { sub(/^desc: Trigger: Client Request: /, ""); name = $0 }
    /^totals: / && name != "" {
        if (name == "nothing") nothing = $2
        else printf "%d  %s\n", $2 - nothing, name
        name = ""
    }' "$folder/callgrind.out" >"$folder/counts"
if [ ! -s "$folder/counts" ]; then
    echo "callgrind has counted nothing: see $folder/callgrind.out" >&2
    exit 1
fi

if [ $pin = yes ]; then
    {
        echo "# Instructions of 1000 single operations in a release build, without the call. Do not edit: written by"
        echo "#     cmake --build --preset release --target pin_instructions"
        echo "# compiler: $compiler"
        cat "$folder/counts"
    } >"$pinned"
    echo "pinned $(wc -l <"$folder/counts") operations in $pinned"
    exit 0
fi

awk '
    /^#/ { next }
    { count = $1; sub(/^[0-9]+  /, "") }
    NR == FNR { pinned[$0] = count; next }
    {
        ++operations
        if (!($0 in pinned)) {
            printf "%s: not pinned, now %.3f instructions\n", $0, count / 1000
            failed = 1
        } else if (pinned[$0] != count) {
            printf "%s: pinned %.3f instructions, now %.3f (%+.3f)\n", $0, pinned[$0] / 1000, count / 1000,
                (count - pinned[$0]) / 1000
            failed = 1
        } else {
            printf "%s: %.3f instructions, as pinned\n", $0, count / 1000
        }
        delete pinned[$0]
    }
    END {
        for (name in pinned) {
            printf "%s: pinned %.3f instructions, now not measured\n", name, pinned[name] / 1000
            failed = 1
        }
        if (failed) {
            print "If the change is meant: cmake --build --preset release --target pin_instructions"
            exit 1
        }
    }' "$pinned" "$folder/counts"
