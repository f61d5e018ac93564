// What core/base/strtod_wasm.cpp and number_text_wasm.cpp call, for modules with Emscripten's JavaScript. Others have
// web/headless/system.mjs: for them, this only tells the linker that somebody will provide it.
/* global mergeInto, LibraryManager, UTF8ToString, HEAPU8 */
function decimal(text) {
  return parseFloat(UTF8ToString(text));
}
function digits(value, to) {
  // As printf's %g: an exponent of two digits where it is below -4, or as large as there are digits.
  const [mantissa, exponent] = value.toExponential().split('e');
  const few = exponent < -4 || exponent >= mantissa.replace(/\D/g, '').length;
  const text = few ? `${mantissa}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}` : `${value}`;
  for (let i = 0; i < text.length; ++i) HEAPU8[to + i] = text.charCodeAt(i);
  return text.length;
}
mergeInto(LibraryManager.library, { reshard_decimal: decimal, reshard_digits: digits });
