# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# find_package(tamiz ${wanted}) must be refused, with ${reason} in the message.
file(REMOVE_RECURSE ${build})
execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${source} -B ${build} -G ${generator} -DCMAKE_CXX_COMPILER=${compiler}
            -DCMAKE_PREFIX_PATH=${prefix} "-Dwanted=${wanted}" ${arguments}
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE message)
if(status EQUAL 0)
    message(FATAL_ERROR "find_package(tamiz ${wanted}) was accepted")
endif()
string(REGEX REPLACE "[ \n]+" " " message "${message}")
if(NOT message MATCHES "${reason}")
    message(FATAL_ERROR "find_package(tamiz ${wanted}) was refused for another reason than '${reason}': ${message}")
endif()
