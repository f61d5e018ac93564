# GoogleTest suites: one program for the core, one for the bindings, one for the panels. CTest runs each in a few shards, so
# that all processor cores are busy to the end. Each run leaves a report in test-results/, which tests/run counts.
reshard_add_googletest()

# In wasm, size_t has 32 bits. In the core that is a trap, so it keeps the warnings; but tests often index short tables with
# 64-bit numbers and write sizes as plain numbers. Only clang warns about either.
add_library(reshard_test_warnings INTERFACE)
target_compile_options(reshard_test_warnings INTERFACE ${warnings}
  $<$<CXX_COMPILER_ID:Clang>:-Wno-shorten-64-to-32 -Wno-sign-conversion>)

# What tests share: readers of test data, random scenarios, and the properties that fuzzers also check.
file(GLOB_RECURSE support_sources CONFIGURE_DEPENDS tests/core/*.cpp tests/fuzz/*.cpp)
list(FILTER support_sources EXCLUDE REGEX "_(test|fuzz)\\.cpp$")
add_library(reshard_test_support STATIC ${support_sources})
target_link_libraries(reshard_test_support PUBLIC reshard_core reshard_headers gtest PRIVATE reshard_test_warnings)
reshard_unify(reshard_test_support)
# Only the few files that read test data get its path, so that a compiler cache serves all checkouts.
set_source_files_properties(tests/core/vectors.cpp tests/core/architecture.cpp
  tests/core/golden_test.cpp tests/core/migration/guide.cpp tests/core/migration/golden_moves_test.cpp tests/core/scenario/published_links_test.cpp tests/web/api/committed.cpp
  tests/web/text/russian_test.cpp
  PROPERTIES COMPILE_DEFINITIONS RESHARD_TEST_DATA="${PROJECT_SOURCE_DIR}/tests")

function(reshard_add_suite name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} reshard_test_support reshard_test_warnings gtest_main)
  if(RESHARD_TESTS_PLAIN)
    target_compile_options(${name} PRIVATE -O0)
  endif()
  reshard_precompile(${name} <gtest/gtest.h>)
  reshard_unify(${name})
  if(EMSCRIPTEN)
    # Tests read their data from the disk, report by exit code, and need memory for a million keys.
    target_link_options(${name} PRIVATE -O1 -sENVIRONMENT=node -sNODERAWFS=1 -sEXIT_RUNTIME=1
      -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB)
  endif()
  set(shards 2)
  if(EMSCRIPTEN)  # its programs cannot see the environment, which tells GoogleTest its shard
    set(shards 1)
  endif()
  foreach(shard RANGE 1 ${shards})
    math(EXPR index "${shard} - 1")
    add_test(NAME ${name}_${shard}
      COMMAND ${name} --gtest_brief=1 --gtest_output=json:${PROJECT_BINARY_DIR}/test-results/${name}_${shard}.json)
    set_tests_properties(${name}_${shard} PROPERTIES
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()

# The headless core's C exports, compiled natively: tests/run long feeds them what they received in wasm.
if(NOT EMSCRIPTEN)
  file(GLOB replay_sources CONFIGURE_DEPENDS web/headless/*.cpp tests/headless/*.cpp)
  list(FILTER replay_sources EXCLUDE REGEX "/(migration|profile)\\.cpp$")  # modules of their own, with exports of the same names
  add_executable(headless_replay EXCLUDE_FROM_ALL ${replay_sources})
  target_link_libraries(headless_replay PRIVATE reshard_core reshard_headers reshard_warnings)
endif()

# The model of a Redis slot: tests/live/redis_moves.test.mjs sends it the same requests as real servers.
if(NOT EMSCRIPTEN)
  add_executable(redis_model tests/live/redis_model.cpp)
  target_link_libraries(redis_model PRIVATE reshard_core reshard_warnings)
endif()

# What a tool would move of a rebalance problem: tests/live/redis_rebalance.test.mjs asks it what redis-cli is asked.
if(NOT EMSCRIPTEN)
  add_executable(rebalance_tool tests/live/rebalance_tool.cpp)
  target_link_libraries(rebalance_tool PRIVATE reshard_core reshard_warnings)
endif()

file(GLOB_RECURSE core_tests CONFIGURE_DEPENDS tests/core/*_test.cpp)
list(FILTER core_tests EXCLUDE REGEX "/tests/core/bindings/")
reshard_add_suite(core_tests SOURCES ${core_tests})

if(NOT EMSCRIPTEN)
  file(GLOB bindings_tests CONFIGURE_DEPENDS tests/core/bindings/*_test.cpp)
  reshard_add_suite(bindings_tests SOURCES ${bindings_tests} core/bindings/duckdb/duckdb.cpp
    $<TARGET_OBJECTS:reshard_bindings> LIBRARIES Threads::Threads)
endif()

file(GLOB_RECURSE ui_tests CONFIGURE_DEPENDS tests/web/*.cpp)
if(ui_tests)
  reshard_add_suite(ui_tests SOURCES ${ui_tests} LIBRARIES reshard_ui)
endif()
