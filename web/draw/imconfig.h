// Dear ImGui's compile-time settings, the same for every file that includes imgui.h:
// -DIMGUI_USER_CONFIG='"web/draw/imconfig.h"'.
#pragma once

// 16,384 slots of four vertices are one more than 16-bit indices reach, and OpenGL ES has no vertex offset.
#define ImDrawIdx unsigned int

// None of these is shown, and together they would be a third of the module.
#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DISABLE_DEBUG_TOOLS

#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS

// No file is read or written: fonts come from the page, and nothing is kept in imgui.ini.
#define IMGUI_DISABLE_FILE_FUNCTIONS

#ifdef __EMSCRIPTEN__
#define IMGUI_IMPL_OPENGL_ES3  // WebGL 2; the back end's own choice here is WebGL 1
#endif
