# Builds the browser client in the folder WORK with NPM: cmake -DNPM=... -DWORK=... -P build.cmake
cmake_path(GET NPM PARENT_PATH npm_folder)
set(ENV{PATH} "${npm_folder}:$ENV{PATH}")
unset(ENV{HAGGIS_WEB_OUT})
set(ENV{HAGGIS_PYTHON} "${CMAKE_CURRENT_LIST_DIR}/../src/haggis_cards")

file(REMOVE_RECURSE "${WORK}/src" "${WORK}/public" "${WORK}/dist")
file(GLOB files "${CMAKE_CURRENT_LIST_DIR}/*.*" "${CMAKE_CURRENT_LIST_DIR}/.npmrc")
file(COPY ${files} "${CMAKE_CURRENT_LIST_DIR}/src" "${CMAKE_CURRENT_LIST_DIR}/public" DESTINATION "${WORK}")
set(install "${NPM}" ci --omit=dev --no-audit --no-fund --ignore-scripts --loglevel=error)
execute_process(COMMAND "${NPM}" config get registry WORKING_DIRECTORY "${WORK}"
                OUTPUT_VARIABLE registry OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND node lock.mjs "${registry}" WORKING_DIRECTORY "${WORK}" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${install} WORKING_DIRECTORY "${WORK}" RESULT_VARIABLE failed ERROR_VARIABLE why)
if(failed) # a registry that has its packages elsewhere
  message(STATUS "Asking the registry for the addresses of its packages, after: ${why}")
  file(COPY "${CMAKE_CURRENT_LIST_DIR}/package-lock.json" DESTINATION "${WORK}")
  execute_process(COMMAND ${install} WORKING_DIRECTORY "${WORK}" COMMAND_ERROR_IS_FATAL ANY)
endif()
execute_process(COMMAND "${NPM}" run --silent build -- --logLevel warn
                WORKING_DIRECTORY "${WORK}" COMMAND_ERROR_IS_FATAL ANY)
