// What core/base/strtod_wasm.cpp calls, for modules with Emscripten's JavaScript. Others have web/headless/system.mjs: for them,
// this only tells the linker that somebody will provide it.
/* global mergeInto, LibraryManager, UTF8ToString */
function decimal(text) { return parseFloat(UTF8ToString(text)); }
mergeInto(LibraryManager.library, { reshard_decimal: decimal });
