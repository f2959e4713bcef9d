#!/usr/bin/env bash
# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# The shared library shows its interface and nothing else: not how it works inside, and not xxHash.
#   exported_symbols.sh PREFIX
set -euo pipefail
library=$(find "$1" -name libtamiz.so)
if [ -z "$library" ]; then
    echo "exported_symbols: there is no libtamiz.so in $1" >&2
    exit 1
fi
# Templates of the standard library are weak and everybody's.
shown=$(nm -DC --defined-only "$library" | awk '$2 !~ /[wWvVu]/ { $1 = $2 = ""; print }')
fail() { echo "exported_symbols: $1" >&2; exit 1; }
grep -q 'tamiz::v0::detail::throw_invalid' <<<"$shown" || fail "what headers call is hidden"
grep -q '^ *tamiz_filter_insert$' <<<"$shown" || fail "the C interface is hidden"
others=$(grep -Ev '^ *(tamiz::v0::|tamiz_)' <<<"$shown" || true)
[ -z "$others" ] || fail "it shows what is not its interface: $others"
inside=$(grep -E '(place|probe|test)_(scalar|avx)|supported_bulk' <<<"$shown" || true)
[ -z "$inside" ] || fail "it shows its inside: $inside"
