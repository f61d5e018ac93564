# reshard-lessons.wasm: the headless core, and what measures lessons. The page and the teacher's page load only this module,
# for dialogs and lessons; posts and notebooks have no lessons and load reshard-core.wasm, which is a third smaller.
file(GLOB lessons_sources CONFIGURE_DEPENDS web/lessons/*.cpp)
reshard_add_headless(reshard-lessons ${headless_sources} ${lessons_sources})
reshard_read_decimals(reshard-lessons)
reshard_shrink_module(reshard-lessons)
