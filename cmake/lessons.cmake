# reshard-lessons.wasm: the headless core, and what measures lessons. The page and the teacher's page load this one for
# dialogs and lessons alike; posts and notebooks, which have no lessons, load reshard-core.wasm, which is a third smaller.
file(GLOB lessons_sources CONFIGURE_DEPENDS web/lessons/*.cpp)
add_executable(reshard-lessons ${headless_sources} ${lessons_sources})
reshard_link_headless(reshard-lessons)
