# Third-party code: Debian's if setup.sh (or a package) has installed it, otherwise upstream's pinned commit.
include(FetchContent)
include(edits)

if(DEFINED ENV{XDG_CACHE_HOME})
  set(RESHARD_CACHE "$ENV{XDG_CACHE_HOME}/reshard")
else()
  set(RESHARD_CACHE "$ENV{HOME}/.cache/reshard")
endif()

# Sets ${name}_SOURCE_DIR and ${name}_VERSION for a line of dependencies.txt. INSTALLED names the folder in which a
# Debian package already has the sources. It builds nothing: the caller does.
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

# nlohmann/json and xxHash are header-only. They are copied into a folder of their own, because the wasm build must not
# see the rest of /usr/include.
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

# Dear ImGui without a back end, so that panels also run without a window. It contains a default font, writes imgui.ini and
# reads fonts of a second kind. cmake/imgui cuts the calls out, and nothing that they call is linked.
function(reshard_add_imgui)
  reshard_fetch(imgui)
  set(imgui_SOURCE_DIR "${imgui_SOURCE_DIR}" PARENT_SCOPE)
  set(edited "${PROJECT_BINARY_DIR}/imgui")
  reshard_edit(imgui "${imgui_SOURCE_DIR}" "${edited}")
  set_property(SOURCE "${edited}/imgui_draw.cpp" PROPERTY COMPILE_DEFINITIONS
    "IMGUI_STB_TRUETYPE_FILENAME=\"${edited}/imstb_truetype.h\"")
  add_library(imgui STATIC "${edited}/imgui_draw.cpp" "${edited}/imgui.cpp"
    "${imgui_SOURCE_DIR}/imgui_tables.cpp" "${imgui_SOURCE_DIR}/imgui_widgets.cpp")
  target_include_directories(imgui SYSTEM PUBLIC "${imgui_SOURCE_DIR}")
  target_include_directories(imgui PUBLIC "${PROJECT_SOURCE_DIR}")
  target_compile_definitions(imgui PUBLIC [[IMGUI_USER_CONFIG="web/draw/imconfig.h"]])
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
  set(CMAKE_MESSAGE_LOG_LEVEL WARNING)  # its compiler checks fill a page
  set(BENCHMARK_ENABLE_TESTING OFF)
  set(BENCHMARK_ENABLE_EXCEPTIONS OFF)
  set(BENCHMARK_ENABLE_INSTALL OFF)
  set(BENCHMARK_ENABLE_WERROR OFF)
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)
  add_subdirectory("${benchmark_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/benchmark" EXCLUDE_FROM_ALL SYSTEM)
endfunction()
