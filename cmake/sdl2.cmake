# SDL2 for wasm takes minutes to configure and build, so it is built once per machine and compiler, outside the
# presets' trees, into the same cache as the sources, once for each set of options.

# What a page of canvas, mouse, keys and WebGL does not use.
set(RESHARD_SDL2_OFF AUDIO JOYSTICK HAPTIC SENSOR POWER RENDER THREADS HIDAPI FILE FILESYSTEM LOADSO LOCALE MISC)

# Defines SDL2::SDL2 from the source folder; builds it first where this machine has not yet.
function(reshard_add_sdl2 source_dir version)
  file(SHA256 "${CMAKE_CURRENT_FUNCTION_LIST_FILE}" options)
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
  # Lean: without loops for every pair of pixel formats. SDL2 draws nothing here; they would be 100 KB of the module.
  set(flags "-fno-exceptions -fno-rtti -DSDL_LEAN_AND_MEAN=1")
  if(EMSCRIPTEN_VERSION VERSION_LESS_EQUAL 3.1.6)
    # The macro is younger than this emcc; the link exports by hand what it asks for (RESHARD_SDL2_LINK_OPTIONS).
    string(APPEND flags " \"-DEM_JS_DEPS(tag,deps)=\"")
  endif()
  list(TRANSFORM RESHARD_SDL2_OFF REPLACE "(.+)" "-DSDL_\\1=OFF" OUTPUT_VARIABLE off)
  set(build "${home}.build")
  set(command ${CMAKE_COMMAND} -S "${source_dir}" -B "${build}" -G Ninja -Wno-dev --log-level=WARNING
    "-DCMAKE_TOOLCHAIN_FILE=${CMAKE_TOOLCHAIN_FILE}" -DCMAKE_BUILD_TYPE=MinSizeRel
    "-DCMAKE_C_FLAGS=${flags}" "-DCMAKE_C_FLAGS_MINSIZEREL=-Os -DNDEBUG -flto"  # hundreds of checks are compiled without
    -DSDL_SHARED=OFF -DSDL_TEST=OFF -DSDL2_DISABLE_SDL2MAIN=ON -DSDL2_DISABLE_INSTALL=ON
    ${off})
  execute_process(COMMAND ${command} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build "${build}" COMMAND_ERROR_IS_FATAL ANY)
  file(COPY "${build}/include/SDL2" "${build}/include-config-minsizerel/SDL2" DESTINATION "${home}/include")
  file(COPY_FILE "${build}/libSDL2.a" "${home}/libSDL2.a")  # last: it says that the folder is complete
  file(REMOVE_RECURSE "${build}")
endfunction()

# Without EM_JS_DEPS nothing tells emcc 3.1.6 which of its own functions SDL2's JavaScript calls.
set(RESHARD_SDL2_LINK_OPTIONS "")
if(EMSCRIPTEN_VERSION VERSION_LESS_EQUAL 3.1.6)
  set(RESHARD_SDL2_LINK_OPTIONS -sEXPORTED_RUNTIME_METHODS=UTF8ToString,stringToUTF8)
endif()
