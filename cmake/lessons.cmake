# reshard-lessons.wasm: the headless core, what dialogs ask beyond it, and what measures lessons. The page and the teacher's
# page load only this module, for dialogs and lessons; posts and notebooks have neither and load reshard-core.wasm, which is a
# third smaller.
file(GLOB lessons_sources CONFIGURE_DEPENDS web/lessons/*.cpp)
reshard_add_headless(reshard-lessons ${headless_sources} web/headless/dialogs.cpp ${lessons_sources})
reshard_read_decimals(reshard-lessons)
reshard_shrink_module(reshard-lessons)
