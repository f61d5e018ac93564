# Edits of third-party sources that have no option to leave out what nothing here uses. cmake/NAME has one for each file, and
# the digests of the files. An edit names lines by number (it quotes none of them), so it holds for one text only.

# Writes the edited files of `name`, found below `source_dir`, to the same places below `edited_dir`.
function(reshard_edit name source_dir edited_dir)
  set(edits "${PROJECT_SOURCE_DIR}/cmake/${name}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${edits}/sources.sha256")
  file(STRINGS "${edits}/sources.sha256" sources)
  foreach(line IN LISTS sources)
    string(REGEX MATCH "^([0-9a-f]+)  (.+)$" matched "${line}")
    set(digest ${CMAKE_MATCH_1})
    set(source ${CMAKE_MATCH_2})
    file(SHA256 "${source_dir}/${source}" found)
    if(NOT found STREQUAL digest)
      message(FATAL_ERROR "${source_dir}/${source} is not the file that cmake/${name}/${source}.sed edits: find its "
        "lines in the new one, correct their numbers, and put its SHA-256 into cmake/${name}/sources.sha256")
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${edits}/${source}.sed")
    set(edited "${edited_dir}/${source}")
    get_filename_component(folder "${edited}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    execute_process(COMMAND sed -f "${edits}/${source}.sed" "${source_dir}/${source}"
      OUTPUT_FILE "${edited}.new" COMMAND_ERROR_IS_FATAL ANY)
    file(COPY_FILE "${edited}.new" "${edited}" ONLY_IF_DIFFERENT)
    file(REMOVE "${edited}.new")
  endforeach()
endfunction()

# Sets `result` to the digest of all edits of `name`.
function(reshard_edits_digest name result)
  file(GLOB_RECURSE files LIST_DIRECTORIES false "${PROJECT_SOURCE_DIR}/cmake/${name}/*")
  list(SORT files)
  set(digests)
  foreach(file IN LISTS files)
    file(SHA256 "${file}" digest)
    string(APPEND digests "${digest}")
  endforeach()
  string(SHA256 digest "${digests}")
  set(${result} ${digest} PARENT_SCOPE)
endfunction()
