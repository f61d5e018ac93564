# reshard-lessons.wasm: what checks lessons, in the page and in Node. Loaded when a lesson is opened, or by its teacher.
file(GLOB lessons_sources CONFIGURE_DEPENDS web/lessons/*.cpp)
add_executable(reshard-lessons ${lessons_sources})
set_target_properties(reshard-lessons PROPERTIES SUFFIX .wasm)
target_link_libraries(reshard-lessons PRIVATE reshard_core_small reshard_small reshard_headers reshard_warnings)
target_link_options(reshard-lessons PRIVATE $<$<CONFIG:MinSizeRel>:-Oz>
  --no-entry -sSTANDALONE_WASM=1 -sFILESYSTEM=0 -sMALLOC=emmalloc -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB)
