# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# Installs what was built into an empty folder: cmake -Dbuild=<folder> -Dprefix=<folder> -P install.cmake
file(REMOVE_RECURSE ${prefix})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${build} --prefix ${prefix} COMMAND_ERROR_IS_FATAL ANY)
