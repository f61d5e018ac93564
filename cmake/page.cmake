# The playground's module (reshard.js and reshard.wasm) and dist/, the folder that any static server can serve.
include(sdl2)
reshard_fetch(sdl2)
reshard_add_sdl2("${sdl2_SOURCE_DIR}" "${sdl2_VERSION}")

# Code that runs for every key is compiled for speed, the rest for size. Strategies' loops that only look something up
# lose nothing measurable by that; the other strategies have their option in strategies.def. (emcc forbids inlining if
# it sees -Oz or -Os, even before a later -O3. The preset's -finline-functions allows it again: without it everything
# takes three to five times as long.)
set(O2_sources core/model/key_index.cpp core/placement/ring_table.cpp
  core/placement/systems/straw2_flat.cpp)
file(GLOB quick_sources RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS core/analysis/*.cpp core/placement/*_lookup.cpp)
list(APPEND O2_sources ${quick_sources})
file(GLOB Os_sources RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS
  core/hash/*.cpp core/migration/*/*.cpp core/sharding_key/*/*.cpp core/studies/*.cpp)
reshard_sort(Os_sources)
list(APPEND Os_sources core/model/keys.cpp)
file(STRINGS core/strategies/strategies.def own_options REGEX "^STRATEGY\\(.*,")
file(STRINGS core/strategies/systems.def more_options REGEX "^STRATEGY\\(.*,")
list(APPEND own_options ${more_options})
foreach(line IN LISTS own_options)
  string(REGEX REPLACE "STRATEGY\\((.*), (O.)\\)" "\\1;\\2" line "${line}")
  list(GET line 0 strategy)
  list(GET line 1 option)
  list(APPEND ${option}_sources core/strategies/${strategy}.cpp)
endforeach()
foreach(option IN ITEMS O2 Os)
  reshard_optimise(reshard_core -${option} ${${option}_sources})
endforeach()
target_compile_options(reshard_core PRIVATE $<$<CONFIG:MinSizeRel>:-Oz> $<$<CONFIG:MinSizeRel>:-fno-slp-vectorize>)

add_library(imgui_sdl2 STATIC "${imgui_SOURCE_DIR}/backends/imgui_impl_sdl2.cpp"
  "${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp")
target_include_directories(imgui_sdl2 SYSTEM PUBLIC "${imgui_SOURCE_DIR}/backends")
target_compile_definitions(imgui_sdl2 PRIVATE
  glGetIntegerv=reshard_gl_state sscanf=reshard_gl_version  # see web/platform/gl_state.cpp
  SDL_GameControllerOpen=reshard_no_gamepad)                # see web/platform/gamepad.cpp
target_link_libraries(imgui_sdl2 PUBLIC imgui SDL2::SDL2)

# Clang vectorises straight-line code, such as sums of points, even when it compiles for size; moving values in and out
# of vectors takes more bytes than that saves.
foreach(library imgui imgui_sdl2 reshard_ui)
  target_compile_options(${library} PRIVATE $<$<CONFIG:MinSizeRel>:-fno-slp-vectorize>)
endforeach()

# The page's program. Loops had their functions inlined when their files were compiled: at link time, only what is called
# once, or is smaller than its call, is inlined. (This saves 14 KB of 505, compressed, and every strategy places as fast.)
function(reshard_add_page target)
  add_executable(${target} ${browser_sources})
  target_compile_options(${target} PRIVATE $<$<CONFIG:MinSizeRel>:-fno-slp-vectorize>)
  reshard_read_decimals(${target})
  target_link_libraries(${target} PRIVATE reshard_ui imgui_sdl2 reshard_headers reshard_warnings)
  target_link_options(${target} PRIVATE
    "$<$<CONFIG:MinSizeRel>:-Oz;-sBINARYEN_EXTRA_PASSES=-Os;-Wl,-mllvm,-inline-threshold=-50>" $<$<CONFIG:Debug>:-sASSERTIONS=1>
    -sMODULARIZE=1 -sEXPORT_ES6=1 -sEXPORT_NAME=createReshard -sENVIRONMENT=web -sFILESYSTEM=0
    -sDYNAMIC_EXECUTION=0  # no eval: the page's content security policy forbids it
    -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 "SHELL:--js-library \"${PROJECT_SOURCE_DIR}/cmake/egl.js\""
    # A post may have eight figures: each starts with little memory, which grows in small steps of a twentieth.
    -sMALLOC=emmalloc -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB
    -sTOTAL_STACK=1MB -sINITIAL_MEMORY=6MB -sMEMORY_GROWTH_GEOMETRIC_STEP=0.05
    ${RESHARD_SDL2_LINK_OPTIONS})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/egl.js")
endfunction()

# The first build, which every visit loads, and the second, with the strategies of systems.def as well, which takes its place
# when somebody asks for one of them.
reshard_add_page(reshard)
reshard_first_build(reshard ${first_lists} "${PROJECT_SOURCE_DIR}/web/text/words.cpp")
reshard_order_functions(reshard reshard.wasm reshard.js.symbols)
reshard_add_page(reshard-systems)
reshard_order_functions(reshard-systems reshard-systems.wasm reshard-systems.js.symbols)

# Fonts are reduced once; the sources of the page are copied each time, which is quick and misses no file.
set(RESHARD_DIST "${PROJECT_BINARY_DIR}/dist" CACHE PATH "Where the page is put together")
set(fonts "${PROJECT_BINARY_DIR}/fonts")
foreach(weight 400 600)
  foreach(part "" -latin -cyrillic -signs)
    list(APPEND font_files "${fonts}/inter-${weight}${part}.ttf")
  endforeach()
endforeach()
add_custom_command(OUTPUT ${font_files}
  COMMAND ${RESHARD_NODE} "${PROJECT_SOURCE_DIR}/cmake/fonts.mjs" "${fonts}"
  DEPENDS cmake/fonts.mjs web/api/fonts.js package-lock.json
  COMMENT "Subsetting fonts" VERBATIM)
add_custom_target(page ALL
  COMMAND ${RESHARD_NODE} "${PROJECT_SOURCE_DIR}/cmake/dist.mjs" "${RESHARD_DIST}" $<IF:$<CONFIG:Debug>,--debug,--brotli>
    "fonts=${fonts}" "web=$<TARGET_FILE_DIR:reshard>/reshard.js" "web=$<TARGET_FILE_DIR:reshard>/reshard.wasm"
    "web=$<TARGET_FILE_DIR:reshard-systems>/reshard-systems.js" "web=$<TARGET_FILE_DIR:reshard-systems>/reshard-systems.wasm"
    "=${PROJECT_SOURCE_DIR}/web/headless/reshard-migration.mjs" "=${PROJECT_SOURCE_DIR}/web/headless/reshard-planner.mjs"
    "=${PROJECT_SOURCE_DIR}/web/headless/reshard-profile.mjs" "=${PROJECT_SOURCE_DIR}/web/headless/reshard-rebalance.mjs"
    "=${PROJECT_SOURCE_DIR}/web/headless/reshard-core.d.ts" "=${PROJECT_SOURCE_DIR}/web/headless/reshard-profile.d.ts" "=${PROJECT_SOURCE_DIR}/web/headless/reshard-rebalance.d.ts"
    "=${PROJECT_SOURCE_DIR}/web/embed/reshard-playground.js" "=${PROJECT_SOURCE_DIR}/web/embed/reshard-playground.d.ts"
    "=$<TARGET_FILE:reshard-core>" "=$<TARGET_FILE:reshard-core-systems>" "=$<TARGET_FILE:reshard-migration>" "=$<TARGET_FILE:reshard-profile>" "=$<TARGET_FILE:reshard-rebalance>" "=$<TARGET_FILE:reshard-studies>" "=$<TARGET_FILE:reshard-lessons>" "=$<TARGET_FILE:reshard-poster>" "=${PROJECT_SOURCE_DIR}/web/poster/reshard-poster.mjs"
    "=${PROJECT_SOURCE_DIR}/web/poster/reshard-poster.d.ts"
    "=$<TARGET_FILE:reshard-duckdb>" "=${PROJECT_SOURCE_DIR}/core/bindings/duckdb/reshard-duckdb.mjs"
    "=${PROJECT_SOURCE_DIR}/core/bindings/duckdb/reshard-duckdb.d.ts"
    "=${PROJECT_SOURCE_DIR}/web/embed/package.json"
    "bin=${PROJECT_SOURCE_DIR}/core/bindings/node/reshard.mjs" "bin=${PROJECT_SOURCE_DIR}/core/bindings/node/read.mjs"
    "bin=${PROJECT_SOURCE_DIR}/core/bindings/node/diff.mjs"
    "bin=${PROJECT_SOURCE_DIR}/core/bindings/node/rebalance.mjs"
    "bin=${PROJECT_SOURCE_DIR}/core/bindings/node/rebalance_options.mjs"
    "bin=${PROJECT_SOURCE_DIR}/core/bindings/node/rebalance_said.mjs"
    "bin=${PROJECT_SOURCE_DIR}/core/bindings/node/write.mjs"
    "bin=${PROJECT_SOURCE_DIR}/core/bindings/node/package.json"
    "bin=$<TARGET_FILE_DIR:reshard-command>/reshard-command.js" "bin=$<TARGET_FILE_DIR:reshard-command>/reshard-command.wasm"
  DEPENDS ${font_files}
  COMMENT "Writing ${RESHARD_DIST}" VERBATIM COMMAND_EXPAND_LISTS)
add_dependencies(page reshard reshard-systems reshard-duckdb reshard-core reshard-core-systems reshard-migration reshard-profile reshard-rebalance reshard-studies reshard-lessons reshard-poster reshard-command)
