# libFuzzer: each tests/fuzz/<name>_fuzz.cpp is a program; the other files there have the properties that it checks, which
# the ordinary tests check as well. CTest runs each program briefly; to run one for longer:
# build/fuzz/<name>_fuzz -max_total_time=3600 corpus/
enable_testing()

file(GLOB fuzz_sources CONFIGURE_DEPENDS tests/fuzz/*.cpp)
set(fuzz_support ${fuzz_sources})
list(FILTER fuzz_sources INCLUDE REGEX "_fuzz\\.cpp$")
list(FILTER fuzz_support EXCLUDE REGEX "_fuzz\\.cpp$")
foreach(source IN LISTS fuzz_sources)
  cmake_path(GET source STEM name)
  add_executable(${name} ${source} ${fuzz_support})
  target_link_libraries(${name} PRIVATE reshard_core reshard_warnings)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_test(NAME ${name} COMMAND ${name} -max_total_time=30 -timeout=10)
endforeach()
