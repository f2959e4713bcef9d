# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# cmake -Droot=FOLDER -P rules.cmake
# Only words.hpp and counter_words.hpp decide on memory orders, for bits and for counters: there the argument for each of them stands.
# atomics.hpp hands on what it is given. And only parallel.hpp includes oneTBB: who does not ask for it needs none. Nobody goes around the atomics policy, or a checker would not see it; and no thread sanitizer understands a fence.
cmake_minimum_required(VERSION 3.23)

file(GLOB_RECURSE files RELATIVE ${root} ${root}/include/*.hpp ${root}/include/*.h ${root}/src/*.cpp ${root}/src/*.hpp)
list(LENGTH files count)
set(deciding include/tamiz/words.hpp include/tamiz/counter_words.hpp)
set(missing ${deciding} include/tamiz/atomics.hpp)
list(REMOVE_ITEM missing ${files})
if(count LESS 15 OR missing)
    message(FATAL_ERROR "${root}: found ${count} files, so this is not the library or it has moved")
endif()

set(failed FALSE)
function(forbid file pattern reason)
    file(STRINGS ${root}/${file} lines REGEX "${pattern}")
    foreach(line IN LISTS lines)
        message("${file}: ${reason}:\n    ${line}")
        set(failed TRUE PARENT_SCOPE)
    endforeach()
endfunction()

foreach(file IN LISTS files)
    forbid(${file} "std::atomic|__atomic_|__sync_|<atomic>" "goes around the atomics policy")
    forbid(${file} "atomic_thread_fence" "uses a fence")
    if(NOT file STREQUAL "include/tamiz/parallel.hpp")
        forbid(${file} "# *include *[<\"](tbb|oneapi)/" "includes oneTBB, which is for parallel.hpp alone")
    endif()
    if(file STREQUAL "include/tamiz/atomics.hpp")
        forbid(${file} "memory_order_[a-z]|memory_order::" "decides on a memory order, which is for words.hpp and counter_words.hpp to do")
    elseif(NOT file IN_LIST deciding)
        forbid(${file} "memory_order|seq_cst|acq_rel" "names a memory order, which is for words.hpp and counter_words.hpp to do")
    endif()
endforeach()
if(failed)
    message(FATAL_ERROR "see above")
endif()
