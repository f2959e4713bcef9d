# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# The installed version must be refused to who asks for each of -Dversions=<list>, with a message that says why.
foreach(version IN LISTS versions)
    file(REMOVE_RECURSE ${build})
    execute_process(
        COMMAND ${CMAKE_COMMAND} -S ${source} -B ${build} -G ${generator} -DCMAKE_CXX_COMPILER=${compiler}
                -DCMAKE_PREFIX_PATH=${prefix} -Dwanted_version=${version}
        RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE message)
    if(status EQUAL 0)
        message(FATAL_ERROR "find_package(tamiz ${version}) accepted version ${installed}")
    endif()
    string(REGEX REPLACE "[ \n]+" " " message "${message}")
    if(NOT message MATCHES "compatible with requested version \"${version}\"" OR NOT message MATCHES "version: ${installed}")
        message(FATAL_ERROR "find_package(tamiz ${version}) was refused for another reason: ${message}")
    endif()
endforeach()
