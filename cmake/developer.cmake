# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# What our own build adds and a consumer's must not have: warnings as errors, sanitizers.

set(TAMIZ_SANITIZER "" CACHE STRING "Build everything with a sanitizer: address (and undefined behaviour), thread, or none")
set_property(CACHE TAMIZ_SANITIZER PROPERTY STRINGS "" address thread)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

add_library(tamiz_developer INTERFACE)
# Errors in the plain build only: what a sanitizer inserts makes GCC 12 warn of things that are not in the source.
target_compile_options(tamiz_developer INTERFACE
    -Wall -Wextra -Wconversion -Wshadow -Wsign-conversion $<$<STREQUAL:${TAMIZ_SANITIZER},>:-Werror>)
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
# For what waits more than it computes, or computes for seconds only: -O3 takes the compiler twice as long.
add_library(tamiz_optimised_little INTERFACE)
if(TAMIZ_SANITIZER STREQUAL "")
    target_compile_options(tamiz_optimised_little INTERFACE $<$<CONFIG:Release>:-O1>)
endif()
# Every object of a program needs the sanitizer.
add_compile_options(${sanitizer_flags})
add_link_options(${sanitizer_flags})
