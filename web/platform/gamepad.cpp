// What Dear ImGui's SDL2 back end gets when it opens a gamepad: none. Nothing here uses one, and SDL2's own function
// would link the names and buttons of six hundred gamepads into the page. cmake/page.cmake makes that file call this
// function instead.
extern "C" void* reshard_no_gamepad(int) { return nullptr; }
