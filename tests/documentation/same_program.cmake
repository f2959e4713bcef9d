# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# The quickstart without its first line, the copyright, is what the README shows.
file(READ ${quickstart} expected)
string(FIND "${expected}" "\n" first_line_end)
math(EXPR second_line "${first_line_end} + 1")
string(SUBSTRING "${expected}" ${second_line} -1 expected)
file(READ ${program} shown)
if(NOT shown STREQUAL expected)
    message(FATAL_ERROR "README.md and ${quickstart} differ")
endif()
