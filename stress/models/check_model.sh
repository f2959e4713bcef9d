#!/bin/sh
# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
#
# Lets Spin visit every state of a model, and compares the outcome with what is expected of it.
#   check_model.sh MODEL.pml holds STATES [-DMACRO[=VALUE] ...]      breaks no assertion, in exactly so many states
#   check_model.sh MODEL.pml fails ASSERTION [-DMACRO[=VALUE] ...]   breaks this one; shows a shortest way there
# The environment may name the programs: SPIN, CC.
set -eu

if [ $# -lt 3 ]; then
    sed -n '4,7s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
model=$1 outcome=$2 expected=$3
shift 3
case $outcome in
    holds) search=-DNOREDUCE optimize=-O2 ;; # every interleaving: a count that depends on no reduction
    fails) search=-DBFS optimize=-O0 ;;      # breadth first: the way that is found is a shortest one. Soon found
    *) echo "check_model.sh: outcome '$outcome' must be holds or fails" >&2; exit 2 ;;
esac
spin=${SPIN:-spin} cc=${CC:-cc}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -- "$model" "$folder" || exit 2
cd "$folder"
model=${model##*/}
name="$model${*:+ $*}"

stop() {
    echo "$name: $1" >&2
    shift
    for file in "$@"; do cat "$file" >&2; done
    exit 1
}

"$spin" -a "$@" "$model" >spin.txt 2>&1 || stop "Spin does not accept the model:" spin.txt
"$cc" "$optimize" -w -DSAFETY "$search" -o pan pan.c >cc.txt 2>&1 ||
    stop "the compiler does not accept Spin's program:" cc.txt
# -m: far deeper than any run here. -w24: a hash table of 2^24 slots (128 MB), for some millions of states.
./pan -m100000 -w24 >pan.txt 2>&1 || stop "the search ended with status $?:" pan.txt

states=$(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' pan.txt)
errors=$(sed -n 's/.*errors: \([0-9]*\).*/\1/p' pan.txt)
broken=$(sed -n 's/^pan: *[0-9]*: *assertion violated *(*\([a-z_]*\))* (at depth.*/\1/p' pan.txt)

case $outcome in
    holds)
        [ "$errors" = 0 ] || stop "an assertion is broken: $broken" pan.txt
        ! grep -q -e 'Search not completed' -e 'max search depth' -e 'out of memory' pan.txt ||
            stop "the search is incomplete:" pan.txt
        [ "$states" = "$expected" ] || stop "visited $states states, not $expected: is it still the same model?" pan.txt
        echo "$name: holds in all of its $states states"
        ;;
    fails)
        [ "$errors" = 1 ] || stop "must break the assertion $expected, and breaks none" pan.txt
        [ "$broken" = "$expected" ] || stop "must break the assertion $expected, and breaks another: $broken" pan.txt
        "$spin" -t "$@" "$model" >trail.txt 2>&1 || stop "Spin cannot replay what it found:" trail.txt
        echo "$name: breaks $broken, as it must:"
        sed -n -e '/^ *claim [0-9]/p' -e '/^ *thread [0-9]/p' -e '/^ *others set/p' trail.txt | sed 's/^ */  /'
        ;;
esac
