// What the page's module gets in place of two parts of Emscripten's JavaScript, which would be a fifth of reshard.js:
// SDL2 creates its WebGL context through EGL, and EGL asks for the whole Browser object: main loops, full screen, mouse
// lock, images and sounds. The page asks the browser for its frames itself (web/host/frames.js).
// This emcc writes neither arrow functions nor methods.
function eglSwapInterval() {
  return 1;
}

/* global mergeInto, LibraryManager */
mergeInto(LibraryManager.library, {
  $Browser: { moduleContextCreatedCallbacks: [] },
  $Browser__deps: [],
  $Browser__postset: '',
  eglSwapInterval,
  eglSwapInterval__deps: [],
});
