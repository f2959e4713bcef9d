#!/usr/bin/env bash
# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#
# check.sh FOLDER COMPILER ARGUMENT...
# Compiles functions.cpp as a release build does and reads the machine code of each function: see there for what is expected.
# Ends with 77, which ctest knows as "skipped", where the compiler is not one for x86-64 or there is no objdump.
set -euo pipefail
folder=$1
shift
here=$(dirname "$(readlink -f "$0")")

machine=$("$1" -dumpmachine)
if [[ $machine != x86_64* ]]; then
    echo "skipped: what is pinned here are x86-64 instructions, and $1 compiles for $machine"
    exit 77
fi
if ! command -v objdump >/dev/null; then
    echo "skipped: objdump (package binutils) is not installed"
    exit 77
fi

rm -rf "$folder"
mkdir -p "$folder"
"$@" -O2 -DNDEBUG -c "$here/functions.cpp" -o "$folder/functions.o"
objdump -dr --no-show-raw-insn "$folder/functions.o" | awk -v folder="$folder" -f "$here/reachable.awk"

failed=0
expect() {  # yes or no, regular expression, what is wrong otherwise
    local found=no
    if grep -Eq "$2" "$code"; then found=yes; fi
    if [ $found != "$1" ]; then
        echo "$(basename "$code" .s) $3; its code is in $code"
        grep -E "$2" "$code" || true
        failed=1
    fi
}

checked=0
for code in "$folder"/*.s; do
    checked=$((checked + 1))
    expect no 'elsewhere __(atomic|sync)_' "calls a library of atomics"
    case $(basename "$code") in
        dropped_*)
            expect yes 'lock or' "has no 'lock or'"
            expect no 'cmpxchg' "has a 'cmpxchg'"
            ;;
        used_*)
            expect yes 'lock cmpxchg' "has no 'lock cmpxchg'"
            ;;
        lookup_*)
            expect no '[[:space:]]lock |xchg .*\(' "has a locked instruction"
            expect no '[[:space:]]i?div[bwlq]?[[:space:]]' "divides"
            expect no '^elsewhere' "calls a function elsewhere"
            case $(basename "$code") in
                lookup_prefetch_*) expect yes '[[:space:]]prefetch[a-z0-9]+[[:space:]]' "asks for no line" ;;
            esac
            ;;
    esac
done

# Nine functions for each of five layouts: one that is missing was not checked.
if [ "$checked" -ne 45 ]; then
    echo "expected 45 functions in $folder, found $checked"
    failed=1
fi
echo "$checked functions checked"
exit $failed
