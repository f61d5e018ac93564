# reshard-duckdb.wasm: what reshard-duckdb.mjs calls, Router on the page's core, compiled for speed where it matters.
reshard_add_module(reshard-duckdb core/bindings/duckdb/duckdb.cpp core/bindings/reading.cpp core/bindings/router.cpp
  core/bindings/known_keys.cpp)
target_compile_options(reshard-duckdb PRIVATE $<$<CONFIG:MinSizeRel>:-O2>)
target_link_libraries(reshard-duckdb PRIVATE reshard_core)
target_link_options(reshard-duckdb PRIVATE $<$<CONFIG:MinSizeRel>:-Oz>)
