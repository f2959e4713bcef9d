# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# What our own build adds and a consumer's must not have: warnings as errors, sanitizers.

set(TAMIZ_SANITIZER "" CACHE STRING "Build everything with a sanitizer: address (and undefined behaviour), thread, or none")
set_property(CACHE TAMIZ_SANITIZER PROPERTY STRINGS "" address thread)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

add_library(tamiz_developer INTERFACE)
# Not errors with GCC and a sanitizer: what that inserts makes GCC 12 warn of things that are not in the source.
target_compile_options(tamiz_developer INTERFACE -Wall -Wextra -Wconversion -Wshadow -Wsign-conversion
    $<$<OR:$<STREQUAL:${TAMIZ_SANITIZER},>,$<CXX_COMPILER_ID:Clang>>:-Werror>)
if(TAMIZ_SANITIZER STREQUAL "address")
    # Without the checks of every pointer that is followed, which take as long to compile as all else: address sees a null
    # or a stranger's object when it is read.
    set(sanitizer_flags -fsanitize=address,undefined -fno-sanitize=null,vptr,object-size -fno-sanitize-recover=all
        -fno-omit-frame-pointer)
elseif(TAMIZ_SANITIZER STREQUAL "thread")
    set(sanitizer_flags -fsanitize=thread)
elseif(NOT TAMIZ_SANITIZER STREQUAL "")
    message(FATAL_ERROR "TAMIZ_SANITIZER = ${TAMIZ_SANITIZER}: must be address, thread or empty")
endif()
# For what waits more than it computes, or computes for seconds only: -O1 takes the compiler 1.5 times as long, -O3 2 to 3
# times.
add_library(tamiz_optimised_little INTERFACE)
if(TAMIZ_SANITIZER STREQUAL "")
    target_compile_options(tamiz_optimised_little INTERFACE $<$<CONFIG:Release>:-Og>)
endif()
# Every object of a program needs the sanitizer.
add_compile_options(${sanitizer_flags})
add_link_options(${sanitizer_flags})

# One dialect for all, and one answer to a question of Boost's headers that Boost::thread would else answer for the targets
# that link it: or they could not share precompiled headers.
set(CMAKE_CXX_EXTENSIONS OFF)
target_compile_definitions(tamiz_developer INTERFACE BOOST_ATOMIC_DYN_LINK)

# Boost.Beast and Catch2 take longer to read and to instantiate than what is written with them.
option(TAMIZ_UNITY "Compile several sources of an example at once; OFF shows whether each includes what it uses" ON)

# tamiz_precompiled(NAME HEADER [target ...]): a header of headers, compiled once for all targets that then say
# `target_precompile_headers(TARGET REUSE_FROM NAME)` and are compiled with the same options: those of tamiz_developer and of
# the targets named here. Sources include what they use all the same;
# -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON shows whether they do.
set(tamiz_no_source ${CMAKE_CURRENT_LIST_DIR}/nothing.cpp)
function(tamiz_precompiled name header)
    add_library(${name} OBJECT EXCLUDE_FROM_ALL ${tamiz_no_source})
    target_compile_features(${name} PRIVATE cxx_std_20)
    target_link_libraries(${name} PRIVATE tamiz_developer ${ARGN})
    target_precompile_headers(${name} PRIVATE ${header})
endfunction()
