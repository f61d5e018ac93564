# reshard-core.wasm: the core without the page. It asks the system for nothing but room and a line to print, so the
# loader is our own reshard-core.mjs and runs in browsers, workers and Node alike. A core of its own, all of it compiled
# for size: a notebook fetches it each time, and drags nothing.
add_library(reshard_core_small STATIC EXCLUDE_FROM_ALL ${core_sources})
target_include_directories(reshard_core_small PUBLIC "${PROJECT_SOURCE_DIR}")
target_link_libraries(reshard_core_small PRIVATE reshard_warnings reshard_headers)

# Statics need no lock where there are no threads, and what nobody calls of an interface (here: pictures) is left out
# of its classes, too.
add_library(reshard_small INTERFACE)
target_compile_options(reshard_small INTERFACE $<$<CONFIG:MinSizeRel>:
  -mno-simd128 -fno-threadsafe-statics -fvisibility=hidden -fwhole-program-vtables -fvirtual-function-elimination>)
target_compile_definitions(reshard_small INTERFACE RESHARD_ALWAYS_ANEW)  # one placement each time it is asked
target_link_libraries(reshard_core_small PRIVATE reshard_small)
reshard_precompile(reshard_core_small)
reshard_unify(reshard_core_small)

# A run of a move is a loop over millions of events, and a study measures a loop: compiled for speed, here alone; so is what
# looks at every value of a table.
file(GLOB quick_sources RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS core/migration/*.cpp core/studies/*.cpp)
foreach(name IN ITEMS candidate_counter distinct_sketch frequent_values profiler rank_correlation row_sample sample_figures
    shard_map value_order value_hash value_table)
  list(APPEND quick_sources core/sharding_key/${name}.cpp)
endforeach()
reshard_optimise(reshard_core_small -O2 ${quick_sources})

file(GLOB headless_sources CONFIGURE_DEPENDS web/headless/*.cpp)
list(FILTER headless_sources EXCLUDE REGEX "/(migration|profile|studies)\\.cpp$")
# At link time only what is called once, or is smaller than its call, is put in place: 1 % less, and as fast under every
# strategy. After its own passes for size, binaryen's -Os still finds something.
function(reshard_link_headless target)
  set_target_properties(${target} PROPERTIES SUFFIX .wasm)
  target_link_libraries(${target} PRIVATE reshard_core_small reshard_small reshard_headers reshard_warnings)
  target_link_options(${target} PRIVATE
    $<$<CONFIG:MinSizeRel>:-Oz> $<$<CONFIG:MinSizeRel>:-sBINARYEN_EXTRA_PASSES=-Os>
    "$<$<CONFIG:MinSizeRel>:SHELL:-Wl,-mllvm,-inline-threshold=-50>"
    --no-entry -sSTANDALONE_WASM=1 -sFILESYSTEM=0 -sMALLOC=emmalloc -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB)
  reshard_order_functions(${target} ${target}.wasm ${target}.wasm.symbols)
endfunction()

add_executable(reshard-core ${headless_sources})
reshard_link_headless(reshard-core)

# reshard-migration.wasm: how keys get from one placement to another while requests go on. Fetched when somebody asks for
# a move; the headless core has placed the keys by then.
add_executable(reshard-migration web/headless/migration.cpp)
set_target_properties(reshard-migration PROPERTIES SUFFIX .wasm)
target_link_libraries(reshard-migration PRIVATE reshard_core_small reshard_small reshard_headers reshard_warnings)
target_link_options(reshard-migration PRIVATE $<$<CONFIG:MinSizeRel>:-Oz>
  --no-entry -sSTANDALONE_WASM=1 -sFILESYSTEM=0 -sMALLOC=emmalloc -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB)

# reshard-studies.wasm: what is measured on the reader's device. It uses core/studies and little else.
add_executable(reshard-studies web/headless/studies.cpp)
set_target_properties(reshard-studies PROPERTIES SUFFIX .wasm)
target_link_libraries(reshard-studies PRIVATE reshard_core_small reshard_small reshard_headers reshard_warnings)
target_link_options(reshard-studies PRIVATE $<$<CONFIG:MinSizeRel>:-Oz>
  --no-entry -sSTANDALONE_WASM=1 -sFILESYSTEM=0 -sMALLOC=emmalloc -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB)

# reshard-profile.wasm: which column of a table should be the sharding key. It places the values itself, so it has all strategies;
# fetched when somebody asks.
add_executable(reshard-profile web/headless/profile.cpp web/headless/placing.cpp)
set_target_properties(reshard-profile PROPERTIES SUFFIX .wasm)
target_link_libraries(reshard-profile PRIVATE reshard_core_small reshard_small reshard_headers reshard_warnings)
target_link_options(reshard-profile PRIVATE $<$<CONFIG:MinSizeRel>:-Oz>
  --no-entry -sSTANDALONE_WASM=1 -sFILESYSTEM=0 -sMALLOC=emmalloc -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB)
