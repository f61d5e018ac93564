# Toolchain file: uses whichever emcc is on PATH, so that `cmake --preset web` needs no wrapper.
find_program(RESHARD_EM_CONFIG em-config REQUIRED)
execute_process(COMMAND ${RESHARD_EM_CONFIG} EMSCRIPTEN_ROOT
  OUTPUT_VARIABLE emscripten_root OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(EMSCRIPTEN_ROOT_PATH "${emscripten_root}")
include("${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake")

# Up to 3.1.6, the generated loader mistakes a Node that has fetch for a browser.
if(EMSCRIPTEN_VERSION VERSION_LESS_EQUAL 3.1.6)
  list(APPEND CMAKE_CROSSCOMPILING_EMULATOR --no-experimental-fetch)
endif()
