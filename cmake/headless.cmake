# reshard-core.wasm: the core without the page. It needs nothing from the system but memory and a line of output, so our own
# reshard-core.mjs loads it in browsers, workers and Node. The core is compiled again for it, all of it for size: a notebook
# fetches it each time, and nobody drags sliders there.
add_library(reshard_core_small STATIC EXCLUDE_FROM_ALL ${core_sources})
target_include_directories(reshard_core_small PUBLIC "${PROJECT_SOURCE_DIR}")
target_link_libraries(reshard_core_small PRIVATE reshard_warnings reshard_headers INTERFACE $<TARGET_OBJECTS:reshard_memory>)

# Statics need no lock without threads, and virtual functions that nobody calls (here: pictures) are left out.
add_library(reshard_small INTERFACE)
target_compile_options(reshard_small INTERFACE $<$<CONFIG:MinSizeRel>:
  -mno-simd128 -fno-threadsafe-statics -fvisibility=hidden -fwhole-program-vtables -fvirtual-function-elimination>)
target_compile_definitions(reshard_small INTERFACE RESHARD_ALWAYS_ANEW)  # builds a new placement for each call
target_link_libraries(reshard_core_small PRIVATE reshard_small)
reshard_precompile(reshard_core_small)
reshard_unify(reshard_core_small)

# The simulation of a move is a loop over millions of events, a planner's one over entries and nodes, a study measures a loop, and
# the profiler looks at every value of a table: these are compiled for speed, and only in this library.
file(GLOB quick_sources RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS core/migration/*/*.cpp core/rebalance/*.cpp
  core/sharding_key/sketches/*.cpp core/sharding_key/profile/*.cpp core/studies/*.cpp)
list(FILTER quick_sources EXCLUDE REGEX "/(contradiction|exact_shares|gather|plan_json|problem_json|problem_names|schedule_json|story)\\.cpp$")  # run once
reshard_sort(quick_sources)
reshard_optimise(reshard_core_small -O2 ${quick_sources})

# reshard_add_module(<name> <source>...): a module that needs nothing from the system but memory and a line of output.
function(reshard_add_module target)
  add_executable(${target} ${ARGN})
  set_target_properties(${target} PROPERTIES SUFFIX .wasm)
  target_link_libraries(${target} PRIVATE reshard_headers reshard_warnings)
  target_link_options(${target} PRIVATE
    --no-entry -sSTANDALONE_WASM=1 -sFILESYSTEM=0 -sMALLOC=emmalloc -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB)
endfunction()

# The same with the small core, linked for size.
function(reshard_add_headless target)
  reshard_add_module(${target} ${ARGN})
  target_link_libraries(${target} PRIVATE reshard_core_small reshard_small)
  target_link_options(${target} PRIVATE $<$<CONFIG:MinSizeRel>:-Oz>)
endfunction()

# At link time a function is inlined only if it is called once or is smaller than its call: 1% smaller, and as fast for every
# strategy. After its own passes for size, binaryen's -Os still saves some bytes.
function(reshard_shrink_module target)
  target_link_options(${target} PRIVATE $<$<CONFIG:MinSizeRel>:-sBINARYEN_EXTRA_PASSES=-Os>
    "$<$<CONFIG:MinSizeRel>:SHELL:-Wl,-mllvm,-inline-threshold=-50>")
  reshard_order_functions(${target} ${target}.wasm ${target}.wasm.symbols)
endfunction()

# Numbers are read and written by JavaScript, in modules that have few.
function(reshard_read_decimals target)
  target_sources(${target} PRIVATE core/base/strtod_wasm.cpp core/base/number_text_wasm.cpp)
  target_link_options(${target} PRIVATE "SHELL:--js-library \"${PROJECT_SOURCE_DIR}/cmake/decimal.js\"")
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/decimal.js")
endfunction()

file(GLOB headless_sources CONFIGURE_DEPENDS web/headless/*.cpp)
list(FILTER headless_sources EXCLUDE REGEX "/(dialogs|migration|profile|rebalance|studies)\\.cpp$")
foreach(core IN ITEMS reshard-core reshard-core-systems)
  reshard_add_headless(${core} ${headless_sources})
  reshard_read_decimals(${core})
  target_sources(${core} PRIVATE core/base/snprintf_wasm.cpp)
  reshard_shrink_module(${core})
endforeach()
reshard_first_build(reshard-core ${first_lists})

# reshard-migration.wasm: moves keys from one placement to another while requests continue. Fetched when somebody asks for a
# move; by then the headless core has placed the keys.
reshard_add_headless(reshard-migration web/headless/migration.cpp)
reshard_read_decimals(reshard-migration)

# reshard-studies.wasm: measurements on the reader's device. It uses core/studies and little else.
reshard_add_headless(reshard-studies web/headless/studies.cpp)

# reshard-profile.wasm: finds which column of a table should be the sharding key. It places the values itself, so it has all
# strategies. Fetched when somebody asks for it.
reshard_add_headless(reshard-profile web/headless/profile.cpp web/headless/placing.cpp)

# reshard-rebalance.wasm: what to move so that every node is within its limit. It places nothing.
reshard_add_headless(reshard-rebalance web/headless/rebalance.cpp)
