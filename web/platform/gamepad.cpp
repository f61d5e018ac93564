// What Dear ImGui's SDL2 back end gets when it opens a gamepad: none. Nothing here is steered by one, and SDL2's own answer
// would carry the names and buttons of six hundred of them into the page. cmake/page.cmake gives its file this function
// instead.
extern "C" void* reshard_no_gamepad(int) { return nullptr; }
