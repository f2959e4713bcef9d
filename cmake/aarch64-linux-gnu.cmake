# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# Builds for 64-bit ARM on another machine, and runs the tests there by QEMU:
#   cmake -S . -B build/aarch64 --toolchain cmake/aarch64-linux-gnu.cmake -DTAMIZ_EXAMPLES=OFF
# with Debian's packages g++-aarch64-linux-gnu and qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)

# Headers that are the same on every machine are taken from this one: by links in a root of their own, because /usr/include
# holds this machine's C library as well.
set(foreign_root ${CMAKE_BINARY_DIR}/foreign_root)
if(NOT EXISTS ${foreign_root})
    file(MAKE_DIRECTORY ${foreign_root}/usr/include ${foreign_root}/usr/lib/cmake/Catch2)
    foreach(name boost catch2 xxhash.h)
        if(EXISTS /usr/include/${name})
            file(CREATE_LINK /usr/include/${name} ${foreign_root}/usr/include/${name} SYMBOLIC)
        endif()
    endforeach()
    file(WRITE ${foreign_root}/usr/lib/cmake/Catch2/Catch2Config.cmake
        "add_library(Catch2::Catch2 INTERFACE IMPORTED)\n"
        "target_include_directories(Catch2::Catch2 INTERFACE ${foreign_root}/usr/include)\n")
    file(WRITE ${foreign_root}/usr/lib/cmake/Catch2/Catch2ConfigVersion.cmake
        "set(PACKAGE_VERSION 2.13.10)\n"
        "if(PACKAGE_FIND_VERSION_MAJOR EQUAL 2)\n    set(PACKAGE_VERSION_COMPATIBLE TRUE)\nendif()\n")
endif()
set(CMAKE_FIND_ROOT_PATH ${foreign_root} /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
