# The registries' lists: STRATEGY(name), HASH(name), PANEL(name), one per line; a second word says how it is compiled.
# The sources are found by their folder; this checks that each name in a list has its file and its test.

# reshard_check_list(<list> <macro> <source folder> [<test folder>])
function(reshard_check_list list macro sources)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${list}")
  file(STRINGS "${list}" lines REGEX "^${macro}")
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "^${macro}\\(([a-z][a-z0-9_]*)(, O[2s])?\\)$")
      message(FATAL_ERROR "${list}: '${line}' is not ${macro}(name) with a snake_case name, or ${macro}(name, O2) or Os")
    endif()
    set(name ${CMAKE_MATCH_1})
    reshard_require_file("${list}" "${line}" "${sources}/${name}.cpp")
    if(ARGC GREATER 3)
      reshard_require_file("${list}" "${line}" "${ARGV3}/${name}_test.cpp")
    endif()
  endforeach()
endfunction()

function(reshard_require_file list line file)
  if(NOT EXISTS "${PROJECT_SOURCE_DIR}/${file}")
    message(FATAL_ERROR "${list} has ${line}, but ${file} is missing: add it, or take the line out")
  endif()
endfunction()
