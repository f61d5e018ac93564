# Third-party code: Debian's where setup.sh (or a package) has put it, upstream's pinned commit otherwise.
include(FetchContent)

if(DEFINED ENV{XDG_CACHE_HOME})
  set(RESHARD_CACHE "$ENV{XDG_CACHE_HOME}/reshard")
else()
  set(RESHARD_CACHE "$ENV{HOME}/.cache/reshard")
endif()

# Sets ${name}_SOURCE_DIR and ${name}_VERSION for a line of dependencies.txt. INSTALLED names the folder in which a
# Debian package already has the sources. Nothing is built: that is the caller's.
function(reshard_fetch name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "INSTALLED" "")
  file(STRINGS "${PROJECT_SOURCE_DIR}/cmake/dependencies.txt" line REGEX "^${name} ")
  string(REGEX REPLACE " +" ";" fields "${line}")
  list(GET fields 1 version)
  list(GET fields 3 repository)
  list(GET fields 4 commit)

  string(TOUPPER ${name} upper)
  foreach(folder IN ITEMS "${arg_INSTALLED}" "${RESHARD_CACHE}/sources/${name}-${version}")
    if(NOT FETCHCONTENT_SOURCE_DIR_${upper} AND IS_DIRECTORY "${folder}")
      set(FETCHCONTENT_SOURCE_DIR_${upper} "${folder}")
    endif()
  endforeach()
  FetchContent_Declare(${name} GIT_REPOSITORY ${repository} GIT_TAG ${commit} SOURCE_SUBDIR not-built-here)
  FetchContent_MakeAvailable(${name})
  set(${name}_SOURCE_DIR "${${name}_SOURCE_DIR}" PARENT_SCOPE)
  set(${name}_VERSION ${version} PARENT_SCOPE)
endfunction()

# nlohmann/json and xxHash are headers only. They are copied into a folder of their own, because the wasm build must
# not see the rest of /usr/include.
function(reshard_add_headers)
  set(headers "${PROJECT_BINARY_DIR}/headers")
  if(EXISTS /usr/include/nlohmann/json.hpp)
    file(COPY /usr/include/nlohmann DESTINATION "${headers}")
  else()
    reshard_fetch(nlohmann_json)
    file(COPY "${nlohmann_json_SOURCE_DIR}/include/nlohmann" DESTINATION "${headers}")
  endif()
  if(EXISTS /usr/include/xxhash.h)
    file(COPY /usr/include/xxhash.h DESTINATION "${headers}")
  else()
    reshard_fetch(xxhash)
    file(COPY "${xxhash_SOURCE_DIR}/xxhash.h" DESTINATION "${headers}")
  endif()
  add_library(reshard_headers INTERFACE)
  target_include_directories(reshard_headers SYSTEM INTERFACE "${headers}")
  target_compile_definitions(reshard_headers INTERFACE JSON_NOEXCEPTION)
endfunction()

# Takes what matches out of the text in a variable of the caller's.
function(reshard_cut variable file pattern)
  string(REGEX REPLACE "${pattern}" "" without "${${variable}}")
  if(without STREQUAL "${${variable}}")
    message(WARNING "${file} is not what it was: “${pattern}” stays in")
  endif()
  set(${variable} "${without}" PARENT_SCOPE)
endfunction()

# Dear ImGui without a back end, so that panels also run where there is no window. It carries a font for those who
# bring none, 10 KB that no compression makes smaller, and reads and writes imgui.ini, also for the tables that nothing here
# uses. It knows no switches to leave them out: the calls are cut out, and nothing that they call is linked.
function(reshard_add_imgui)
  reshard_fetch(imgui)
  set(imgui_SOURCE_DIR "${imgui_SOURCE_DIR}" PARENT_SCOPE)
  file(READ "${imgui_SOURCE_DIR}/imgui_draw.cpp" source_draw)
  reshard_cut(source_draw imgui_draw.cpp "    if \\(ConfigData\\.Size == 0\\)\n        AddFontDefault\\(\\);\n")
  file(READ "${imgui_SOURCE_DIR}/imgui.cpp" source_main)
  reshard_cut(source_main imgui.cpp
    "    {\n        ImGuiSettingsHandler ini_handler;\n(        ini_handler[^\n]*\n)+        AddSettingsHandler[^\n]*\n    }\n    TableSettings[^\n]*\n")
  reshard_cut(source_main imgui.cpp "\n    UpdateSettings\\(\\);")
  set(cut "")
  foreach(part draw main)
    set(file "${PROJECT_BINARY_DIR}/imgui_${part}.cpp")
    file(WRITE "${file}.new" "${source_${part}}")
    file(COPY_FILE "${file}.new" "${file}" ONLY_IF_DIFFERENT)
    list(APPEND cut "${file}")
  endforeach()
  add_library(imgui STATIC ${cut}
    "${imgui_SOURCE_DIR}/imgui_tables.cpp" "${imgui_SOURCE_DIR}/imgui_widgets.cpp")
  target_include_directories(imgui SYSTEM PUBLIC "${imgui_SOURCE_DIR}")
  target_include_directories(imgui PUBLIC "${PROJECT_SOURCE_DIR}")
  target_compile_definitions(imgui PUBLIC [[IMGUI_USER_CONFIG="web/draw/imconfig.h"]])
  if(CMAKE_CXX_FLAGS MATCHES "fsanitize=[a-z,]*undefined")  # half of its compile time; what it does to our memory is still seen
    target_compile_options(imgui PRIVATE -fno-sanitize=undefined)
  endif()
endfunction()

function(reshard_add_googletest)
  reshard_fetch(googletest INSTALLED /usr/src/googletest)
  set(INSTALL_GTEST OFF)
  set(BUILD_GMOCK OFF)
  set(gtest_disable_pthreads ON)
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)
  add_subdirectory("${googletest_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/googletest" EXCLUDE_FROM_ALL SYSTEM)
endfunction()

function(reshard_add_benchmark)
  reshard_fetch(benchmark)
  set(CMAKE_MESSAGE_LOG_LEVEL WARNING)  # its probes of the compiler fill a page
  set(BENCHMARK_ENABLE_TESTING OFF)
  set(BENCHMARK_ENABLE_EXCEPTIONS OFF)
  set(BENCHMARK_ENABLE_INSTALL OFF)
  set(BENCHMARK_ENABLE_WERROR OFF)
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)
  add_subdirectory("${benchmark_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/benchmark" EXCLUDE_FROM_ALL SYSTEM)
endfunction()
