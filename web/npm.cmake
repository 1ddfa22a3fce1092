# Installs the packages of a folder's lock file with NPM, none of those for developers.
function(npm_ci folder)
  set(install "${NPM}" ci --omit=dev --no-audit --no-fund --ignore-scripts --loglevel=error)
  execute_process(COMMAND "${NPM}" config get registry WORKING_DIRECTORY "${folder}"
                  OUTPUT_VARIABLE registry OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  file(COPY_FILE "${folder}/package-lock.json" "${folder}/package-lock.orig.json")
  execute_process(COMMAND node "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/lock.mjs" "${registry}"
                  WORKING_DIRECTORY "${folder}" COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${install} WORKING_DIRECTORY "${folder}" RESULT_VARIABLE failed ERROR_VARIABLE why)
  if(failed) # a registry that has its packages elsewhere
    message(STATUS "Asking the registry for the addresses of its packages, after: ${why}")
    file(COPY_FILE "${folder}/package-lock.orig.json" "${folder}/package-lock.json")
    execute_process(COMMAND ${install} WORKING_DIRECTORY "${folder}" COMMAND_ERROR_IS_FATAL ANY)
  endif()
endfunction()
