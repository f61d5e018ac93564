// What Dear ImGui's OpenGL back end gets when it asks for the state to restore after drawing.
//
// A browser answers most of these queries only after it has finished all earlier drawing: on a machine without a
// graphics card that took two thirds of the time during a drag. Only Dear ImGui draws here, and it first sets all state
// that it needs, so any valid answer will do. cmake/page.cmake makes that file call this function instead.
#include <GLES3/gl3.h>

#include <cstdarg>

extern "C" void reshard_gl_state(GLenum name, GLint* values) {
  switch (name) {
    case GL_MAJOR_VERSION: *values = 3; break;
    case GL_ACTIVE_TEXTURE: *values = GL_TEXTURE0; break;
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_EQUATION_ALPHA: *values = GL_FUNC_ADD; break;
    case GL_VIEWPORT:
    case GL_SCISSOR_BOX: values[0] = values[1] = values[2] = values[3] = 0; break;
    default: *values = 0; break;  // no texture, program or buffer; blending by GL_ZERO
  }
}

// What Dear ImGui's OpenGL back end reads with sscanf: the number in "#version 300 es", WebGL 2's language. The C library's
// own function would link the reading of every kind of number.
extern "C" int reshard_gl_version(const char*, const char* format, ...) {
  std::va_list numbers;
  va_start(numbers, format);
  *va_arg(numbers, int*) = 300;
  va_end(numbers);
  return 1;
}

// What SDL2 gets when it asks for an OpenGL function by name: null. It asks only about extensions, which nothing here
// needs. Emscripten's own implementation has a table of all functions, and would link every one of them into the page.
extern "C" void* eglGetProcAddress(const char*) { return nullptr; }
