#!/usr/bin/env bash
# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# Builds the Debian packages from a copy of the source, unpacks them into an empty folder, compiles the README's program and
# the programs in C++ and C against nothing but them, and uses tamiz-dedup:
#   debian.sh SOURCE FOLDER README_PROGRAM
# Ends with 77 where the system cannot build packages.
set -euo pipefail
source=$1 folder=$2 readme_program=$3
here=$(dirname "$(readlink -f "$0")")

command -v dpkg-buildpackage >/dev/null && command -v dh >/dev/null || { echo "no dpkg-buildpackage and debhelper"; exit 77; }
if ! (cd "$source" && dpkg-checkbuilddeps); then
    echo "what the packages are built with is not installed as packages: scripts/setup installs it"
    exit 77
fi

rm -rf "$folder"
mkdir -p "$folder/tamiz"
tar -C "$source" --exclude=./build --exclude=./.git -cf - . | tar -C "$folder/tamiz" -xf -
# Not optimised: what is tested is what is in the packages.
(cd "$folder/tamiz" && DEB_BUILD_OPTIONS="noopt nocheck parallel=$(nproc)" dpkg-buildpackage -b -us -uc) \
    >"$folder/build.log" 2>&1 || { tail -40 "$folder/build.log"; exit 1; }
if grep -E 'dpkg-shlibdeps: warning|dh_missing: warning|^dh_.*: error' "$folder/build.log"; then
    echo "debian: the build warns"
    exit 1
fi

root=$folder/root
for package in libtamiz0 libtamiz-dev tamiz-tools; do
    dpkg-deb -x "$folder/${package}"_*.deb "$root"
done
depends=$(dpkg-deb -f "$folder"/tamiz-tools_*.deb Depends)
minor=$(dpkg-deb -f "$folder"/libtamiz0_*.deb Version | cut -d. -f1,2)
next=${minor%.*}.$((${minor#*.} + 1))
for wanted in "libtamiz0 (>= $minor)" "libtamiz0 (<< $next~)"; do
    grep -qF "$wanted" <<<"$depends" || { echo "debian: tamiz-tools depends on $depends, not on $wanted"; exit 1; }
done

"$here/pkg_config/build_and_run.sh" "$root" "$folder/shared" "${CXX:-c++}" cc shared
"$here/pkg_config/build_and_run.sh" "$root" "$folder/static" "${CXX:-c++}" cc static
PKG_CONFIG_PATH=$(dirname "$(find "$root" -name tamiz.pc)")
libraries=$(dirname "$PKG_CONFIG_PATH")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # lists of words
"${CXX:-c++}" -std=c++20 "$readme_program" -o "$folder/readme_program" $(pkg-config --cflags --libs tamiz) -pthread
LD_LIBRARY_PATH=$libraries "$folder/readme_program" | grep 'https://example.com/7 is known'

printf 'b\na\nb\n' | LD_LIBRARY_PATH=$libraries "$root/usr/bin/tamiz-dedup" --ordered >"$folder/lines"
printf 'b\na\n' | cmp - "$folder/lines"
gzip -dc "$root/usr/share/man/man1/tamiz-dedup.1.gz" >"$folder/tamiz-dedup.1"
# Every option has its place in the manual.
LD_LIBRARY_PATH=$libraries "$root/usr/bin/tamiz-dedup" --help | grep -oE -- '--[a-z][a-z-]*' | sort -u |
    while read -r option; do
        sed 's/\\-/-/g' "$folder/tamiz-dedup.1" | grep -qF -- "$option" || { echo "debian: no $option in the manual"; exit 1; }
    done
test -e "$root/usr/share/tamiz/gdb/tamiz.py"
echo "debian: the packages work"
