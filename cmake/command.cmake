# The command `reshard` for Node: the main() of core/bindings/command in WebAssembly, which opens files through Node. The
# npm package installs it as its command. The strategies are those of the page, compiled for speed.
reshard_fetch(zlib)
set(zlib_sources adler32 crc32 inffast inflate inftrees zutil)
list(TRANSFORM zlib_sources REPLACE "(.+)" "${zlib_SOURCE_DIR}/\\1.c")
add_library(zlib_inflate STATIC EXCLUDE_FROM_ALL ${zlib_sources})
target_include_directories(zlib_inflate SYSTEM PUBLIC "${zlib_SOURCE_DIR}")

file(GLOB command_sources CONFIGURE_DEPENDS core/bindings/command/*.cpp)
add_executable(reshard-command ${command_sources}
  core/bindings/reading.cpp core/bindings/router.cpp core/bindings/known_keys.cpp)
target_compile_definitions(reshard-command PRIVATE RESHARD_VERSION="${PROJECT_VERSION}")
reshard_unify(reshard-command)
target_compile_options(reshard-command PRIVATE $<$<CONFIG:MinSizeRel>:-O2>)
target_link_libraries(reshard-command PRIVATE reshard_core zlib_inflate reshard_warnings reshard_headers)
set_target_properties(reshard-command PROPERTIES LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/pipes.js")
target_link_options(reshard-command PRIVATE $<$<CONFIG:MinSizeRel>:-O2>
  --pre-js "${PROJECT_SOURCE_DIR}/cmake/pipes.js" -sENVIRONMENT=node -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB)
