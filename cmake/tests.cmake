# GoogleTest suites: one binary for core, one for the panels, each one entry in CTest (a start of wasm costs more than
# a test). Every run leaves its report in test-results/, from which tests/run counts.
reshard_add_googletest()

# In wasm size_t has 32 bits: a trap in core, but tests index short tables by 64-bit numbers all the time, and list sizes
# as plain numbers. Only clang warns of either.
add_library(reshard_test_warnings INTERFACE)
target_compile_options(reshard_test_warnings INTERFACE ${warnings}
  $<$<CXX_COMPILER_ID:Clang>:-Wno-shorten-64-to-32 -Wno-sign-conversion>)

# What tests share: readers of test data, random scenarios, the promises that fuzzers check too.
file(GLOB_RECURSE support_sources CONFIGURE_DEPENDS tests/core/*.cpp tests/fuzz/*.cpp)
list(FILTER support_sources EXCLUDE REGEX "_(test|fuzz)\\.cpp$")
add_library(reshard_test_support STATIC ${support_sources})
target_link_libraries(reshard_test_support PUBLIC reshard_core reshard_headers gtest PRIVATE reshard_test_warnings)
# The few that read test data, and no others: so that a compiler cache serves all checkouts.
set_source_files_properties(tests/core/vectors.cpp tests/core/architecture.cpp
  tests/core/golden_test.cpp tests/core/scenario/published_links_test.cpp tests/web/russian_test.cpp
  PROPERTIES COMPILE_DEFINITIONS RESHARD_TEST_DATA="${PROJECT_SOURCE_DIR}/tests")

function(reshard_add_suite name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} reshard_test_support reshard_test_warnings gtest_main)
  if(EMSCRIPTEN)
    # The test data is read from the disk; an exit code is handed on; a million keys need room.
    target_link_options(${name} PRIVATE -O1 -sENVIRONMENT=node -sNODERAWFS=1 -sEXIT_RUNTIME=1
      -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB)
  endif()
  add_test(NAME ${name}
    COMMAND ${name} --gtest_brief=1 --gtest_output=json:${PROJECT_BINARY_DIR}/test-results/${name}.json)
endfunction()

file(GLOB_RECURSE core_tests CONFIGURE_DEPENDS tests/core/*_test.cpp)
reshard_add_suite(core_tests SOURCES ${core_tests})

file(GLOB_RECURSE ui_tests CONFIGURE_DEPENDS tests/web/*.cpp)
if(ui_tests)
  reshard_add_suite(ui_tests SOURCES ${ui_tests} LIBRARIES reshard_ui)
endif()
