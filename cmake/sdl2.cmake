# SDL2 takes minutes to configure and build for wasm, so each machine builds it once for each compiler and each version of
# this file and of the edits in cmake/sdl2, outside the build trees, in the cache that also has the sources.

# What a page with a canvas, a mouse, keys and WebGL does not use.
set(RESHARD_SDL2_OFF AUDIO JOYSTICK HAPTIC SENSOR POWER RENDER THREADS HIDAPI FILE FILESYSTEM LOADSO LOCALE MISC
  DUMMYVIDEO OFFSCREEN)

# Adds SDL2::SDL2. Builds it from the source folder if this machine has not built it yet.
function(reshard_add_sdl2 source_dir version)
  reshard_edits_digest(sdl2 edits)
  file(SHA256 "${CMAKE_CURRENT_FUNCTION_LIST_FILE}" options)
  string(SHA256 options "${options}${edits}")
  string(SUBSTRING "${options}" 0 8 options)
  set(home "${RESHARD_CACHE}/sdl2-${version}-emcc-${EMSCRIPTEN_VERSION}-${options}")
  file(LOCK "${home}.lock" GUARD FUNCTION TIMEOUT 1200)  # two build trees may be configured at once
  if(NOT EXISTS "${home}/libSDL2.a")
    reshard_build_sdl2("${source_dir}" "${home}")
  endif()
  add_library(SDL2::SDL2 STATIC IMPORTED GLOBAL)
  set_target_properties(SDL2::SDL2 PROPERTIES
    IMPORTED_LOCATION "${home}/libSDL2.a"
    INTERFACE_INCLUDE_DIRECTORIES "${home}/include/SDL2")
endfunction()

function(reshard_build_sdl2 source_dir home)
  message(NOTICE "Building SDL2 for wasm: once on this machine, two to five minutes")
  # Lean: without a loop for each pair of pixel formats, which would be 100 KB of the module. SDL2 draws nothing here.
  set(flags "-fno-exceptions -fno-rtti -DSDL_LEAN_AND_MEAN=1")
  if(EMSCRIPTEN_VERSION VERSION_LESS_EQUAL 3.1.6)
    # This emcc is older than the macro: RESHARD_SDL2_LINK_OPTIONS exports what the macro asks for.
    string(APPEND flags " \"-DEM_JS_DEPS(tag,deps)=\"")
  endif()
  list(TRANSFORM RESHARD_SDL2_OFF REPLACE "(.+)" "-DSDL_\\1=OFF" OUTPUT_VARIABLE off)
  set(source "${home}.source")
  set(build "${home}.build")
  file(COPY "${source_dir}/" DESTINATION "${source}" PATTERN .git EXCLUDE PATTERN test EXCLUDE)
  reshard_edit(sdl2 "${source_dir}" "${source}")  # nothing that only what it cuts out calls is linked
  set(command ${CMAKE_COMMAND} -S "${source}" -B "${build}" -G Ninja -Wno-dev --log-level=WARNING
    "-DCMAKE_TOOLCHAIN_FILE=${CMAKE_TOOLCHAIN_FILE}" -DCMAKE_BUILD_TYPE=MinSizeRel
    "-DCMAKE_C_FLAGS=${flags}" "-DCMAKE_C_FLAGS_MINSIZEREL=-Os -DNDEBUG -flto"  # its hundreds of checks need no LTO
    -DSDL_SHARED=OFF -DSDL_TEST=OFF -DSDL2_DISABLE_SDL2MAIN=ON -DSDL2_DISABLE_INSTALL=ON
    ${off})
  execute_process(COMMAND ${command} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build "${build}" COMMAND_ERROR_IS_FATAL ANY)
  file(COPY "${build}/include/SDL2" "${build}/include-config-minsizerel/SDL2" DESTINATION "${home}/include")
  file(COPY_FILE "${build}/libSDL2.a" "${home}/libSDL2.a")  # last: it says that the folder is complete
  file(REMOVE_RECURSE "${build}" "${source}")
endfunction()

# Without EM_JS_DEPS nothing tells emcc 3.1.6 which of its own functions SDL2's JavaScript calls.
set(RESHARD_SDL2_LINK_OPTIONS "")
if(EMSCRIPTEN_VERSION VERSION_LESS_EQUAL 3.1.6)
  set(RESHARD_SDL2_LINK_OPTIONS -sEXPORTED_RUNTIME_METHODS=UTF8ToString,stringToUTF8)
endif()
