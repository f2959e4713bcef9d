# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# Builds tamiz as a shared library and installs it into an empty folder:
#   cmake -Dsource=<folder> -Dbuild=<folder> -Dgenerator=<name> -Dcompiler=<path> -Dprefix=<folder> -P install_shared.cmake
file(REMOVE_RECURSE ${prefix})
execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${source} -B ${build} -G ${generator} -DCMAKE_CXX_COMPILER=${compiler}
        -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON -DTAMIZ_TESTS=OFF -DTAMIZ_EXAMPLES=OFF
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${build} --prefix ${prefix} COMMAND_ERROR_IS_FATAL ANY)
