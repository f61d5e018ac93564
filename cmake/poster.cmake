# reshard-poster.wasm: the figure of a link as SVG, without a browser. It is a separate module, because the headless
# core has neither pictures nor fonts, and the page's module needs a canvas.
add_executable(reshard-poster web/poster/poster.cpp)
set_target_properties(reshard-poster PROPERTIES SUFFIX .wasm)
target_link_libraries(reshard-poster PRIVATE reshard_ui reshard_headers reshard_warnings)
target_link_options(reshard-poster PRIVATE -O1  # nobody waits for it to download, but every build waits for it to link
  --no-entry -sSTANDALONE_WASM=1 -sFILESYSTEM=0 -sMALLOC=emmalloc -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB)
