# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# [EXPECTED=REGEX] cmake -P compile.cmake -- COMPILER ARGUMENT...
# Compiles once: it must succeed; or, if a message is expected, it must fail with it.
cmake_minimum_required(VERSION 3.23)

set(command)
set(is_command FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
    if(is_command)
        list(APPEND command "${CMAKE_ARGV${i}}")
    elseif(CMAKE_ARGV${i} STREQUAL "--")
        set(is_command TRUE)
    endif()
endforeach()

set(ENV{LC_ALL} C)  # the messages in English
execute_process(COMMAND ${command} RESULT_VARIABLE status OUTPUT_VARIABLE diagnostics ERROR_VARIABLE diagnostics)

if(NOT DEFINED ENV{EXPECTED})
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "This does not compile, and must:\n${diagnostics}")
    endif()
elseif(status EQUAL 0)
    message(FATAL_ERROR "This compiles, and must not: '$ENV{EXPECTED}' was expected.")
elseif(NOT diagnostics MATCHES "$ENV{EXPECTED}")
    message(FATAL_ERROR "This does not compile, but not for the reason '$ENV{EXPECTED}':\n${diagnostics}")
endif()
