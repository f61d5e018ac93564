# reshard-duckdb.wasm: what reshard-duckdb.mjs calls, Router on the page's core, compiled for speed where it matters.
add_executable(reshard-duckdb core/bindings/duckdb/duckdb.cpp core/bindings/router.cpp
  core/bindings/known_keys.cpp)
set_target_properties(reshard-duckdb PROPERTIES SUFFIX .wasm)
target_compile_options(reshard-duckdb PRIVATE $<$<CONFIG:MinSizeRel>:-O2>)
target_link_libraries(reshard-duckdb PRIVATE reshard_core reshard_headers reshard_warnings)
target_link_options(reshard-duckdb PRIVATE $<$<CONFIG:MinSizeRel>:-Oz>
  --no-entry -sSTANDALONE_WASM=1 -sFILESYSTEM=0 -sMALLOC=emmalloc -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB)
