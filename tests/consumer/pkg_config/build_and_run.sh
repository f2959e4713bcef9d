#!/usr/bin/env bash
# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# Compiles the C++ program and the C program with what pkg-config says of the tamiz that is installed, and runs them:
#   build_and_run.sh PREFIX FOLDER CXX CC static|shared
set -euo pipefail
prefix=$1 folder=$2 cxx=$3 cc=$4 kind=$5
here=$(dirname "$(readlink -f "$0")")

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name tamiz.pc)")
export PKG_CONFIG_PATH
mkdir -p "$folder"
flags=$(pkg-config --cflags tamiz)
if [ "$kind" = static ]; then
    libraries=$(pkg-config --libs --static tamiz)
    libraries=${libraries/-ltamiz/-l:libtamiz.a}  # also where the shared library lies beside it
else
    libraries="$(pkg-config --libs tamiz) -Wl,-rpath,$(pkg-config --variable=libdir tamiz)"
fi
# shellcheck disable=SC2086 # lists of words
"$cxx" -std=c++20 $flags "$here/../program.cpp" -o "$folder/cpp_program" $libraries
# shellcheck disable=SC2086
"$cc" -std=c99 -pedantic -Wall -Wextra -Werror $flags "$here/../program.c" -o "$folder/c_program" $libraries
"$folder/cpp_program"
"$folder/c_program"
needed=$(objdump -p "$folder/c_program" | grep -c 'NEEDED *libtamiz' || true)
if [ "$kind" = static ] && [ "$needed" != 0 ] || [ "$kind" = shared ] && [ "$needed" != 1 ]; then
    echo "build_and_run: the program of a $kind tamiz needs $needed of its shared libraries" >&2
    exit 1
fi
