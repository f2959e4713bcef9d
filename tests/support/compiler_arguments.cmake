# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# For tests that call a compiler themselves.

# What makes it find the library's headers.
set(tamiz_compiler_arguments -std=c++20 -I${PROJECT_SOURCE_DIR}/include)
foreach(directory IN LISTS Boost_INCLUDE_DIRS)
    if(NOT directory IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
        list(APPEND tamiz_compiler_arguments -isystem ${directory})
    endif()
endforeach()

# The project's compiler, and the other one that tamiz promises to work with where the system has it.
find_program(TAMIZ_CLANG clang++-19)
mark_as_advanced(TAMIZ_CLANG)
set(tamiz_compilers ${CMAKE_CXX_COMPILER})
if(TAMIZ_CLANG AND NOT CMAKE_CXX_COMPILER STREQUAL TAMIZ_CLANG)
    list(APPEND tamiz_compilers ${TAMIZ_CLANG})
endif()
