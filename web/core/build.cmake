# Compiles the core for the browser in the folder WORK with NPM: cmake -DNPM=... -DWORK=... -DNATIVE=... -P build.cmake
cmake_path(GET NPM PARENT_PATH npm_folder)
set(ENV{PATH} "${npm_folder}:$ENV{PATH}")
include("${CMAKE_CURRENT_LIST_DIR}/../npm.cmake")

file(GLOB files "${CMAKE_CURRENT_LIST_DIR}/*.*" "${CMAKE_CURRENT_LIST_DIR}/../.npmrc")
file(COPY ${files} DESTINATION "${WORK}")
npm_ci("${WORK}")
execute_process(COMMAND node build.mjs "${NATIVE}" dist/haggis.wasm
                WORKING_DIRECTORY "${WORK}" COMMAND_ERROR_IS_FATAL ANY)
