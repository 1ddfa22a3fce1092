# Builds the browser client in the folder WORK with NPM: cmake -DNPM=... -DWORK=... [-DCORE=haggis.wasm] -P build.cmake
cmake_path(GET NPM PARENT_PATH npm_folder)
set(ENV{PATH} "${npm_folder}:$ENV{PATH}")
unset(ENV{HAGGIS_WEB_OUT})
include("${CMAKE_CURRENT_LIST_DIR}/npm.cmake")
set(ENV{HAGGIS_PYTHON} "${CMAKE_CURRENT_LIST_DIR}/../src/haggis_cards")

file(REMOVE_RECURSE "${WORK}/src" "${WORK}/public" "${WORK}/dist" "${WORK}/core")
file(GLOB files "${CMAKE_CURRENT_LIST_DIR}/*.*" "${CMAKE_CURRENT_LIST_DIR}/.npmrc")
file(COPY ${files} "${CMAKE_CURRENT_LIST_DIR}/src" "${CMAKE_CURRENT_LIST_DIR}/public" DESTINATION "${WORK}")
if(CORE)
  file(COPY "${CORE}" DESTINATION "${WORK}/core/dist")
endif()
npm_ci("${WORK}")
execute_process(COMMAND "${NPM}" run --silent build -- --logLevel warn
                WORKING_DIRECTORY "${WORK}" COMMAND_ERROR_IS_FATAL ANY)
