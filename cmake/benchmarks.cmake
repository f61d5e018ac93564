# Google Benchmark: each tests/bench/<name>_bench.cpp is a separate program; tests/bench/README.md says how to run it.
reshard_add_benchmark()

file(GLOB bench_sources CONFIGURE_DEPENDS tests/bench/*_bench.cpp)
foreach(source IN LISTS bench_sources)
  cmake_path(GET source STEM name)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE reshard_core reshard_warnings benchmark::benchmark)
  if(EMSCRIPTEN)
    target_compile_options(${name} PRIVATE $<$<CONFIG:MinSizeRel>:-O2>)  # for the baselines, which are not in the core
    target_link_options(${name} PRIVATE -O2 -sENVIRONMENT=node -sEXIT_RUNTIME=1
      -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB)
  endif()
endforeach()
