// What Dear ImGui's OpenGL back end is told when it asks for the state that it is to restore after drawing.
//
// A browser answers most of these questions only after it has drawn all that was asked of it before: on a machine without
// a graphics card that took two thirds of the time while something was dragged. Nobody but Dear ImGui draws here, and it
// sets all that it needs first, so any valid answer will do. cmake/page.cmake gives its file this function instead.
#include <GLES2/gl2.h>

extern "C" void reshard_gl_state(GLenum name, GLint* values) {
  switch (name) {
    case GL_ACTIVE_TEXTURE: *values = GL_TEXTURE0; break;
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_EQUATION_ALPHA: *values = GL_FUNC_ADD; break;
    case GL_VIEWPORT:
    case GL_SCISSOR_BOX: values[0] = values[1] = values[2] = values[3] = 0; break;
    default: *values = 0; break;  // no texture, program or buffer; blending by GL_ZERO
  }
}

// What SDL2 is told when it asks for a function of OpenGL by name: that there is none. It does so for extensions alone,
// which nobody here wants to know about. Emscripten's own answer is a table of all functions there are, and would carry
// every one of them into the page.
extern "C" void* eglGetProcAddress(const char*) { return nullptr; }
