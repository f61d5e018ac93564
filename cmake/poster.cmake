# reshard-poster.wasm: the figure of a link as SVG, without a browser. It is a separate module, because the headless
# core has neither pictures nor fonts, and the page's module needs a canvas.
reshard_add_module(reshard-poster web/poster/poster.cpp)
target_link_libraries(reshard-poster PRIVATE reshard_ui)
target_link_options(reshard-poster PRIVATE -O1)  # nobody waits for it to download, but every build waits for it to link
