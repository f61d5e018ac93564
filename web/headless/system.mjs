// The stand-in for an operating system.

/** One of the core's own checks failed: a bug in Reshard. */
export class Stopped extends Error {}

// The system calls that the C++ runtime makes. The core has no input and no clock; only a failed check prints a line.
// Numbers are read and written here (core/base/strtod_wasm.cpp, number_text_wasm.cpp).
/** @param {() => WebAssembly.Memory} memory */
export function systemFor(memory) {
  let printed = '';
  /** @param {number} list @param {number} count @param {number} total */
  const written = (list, count, total) => {
    const view = new DataView(memory().buffer);
    let bytes = 0;
    for (let i = 0; i < count; ++i) {
      const at = view.getUint32(list + 8 * i, true);
      const size = view.getUint32(list + 8 * i + 4, true);
      printed += new TextDecoder().decode(new Uint8Array(memory().buffer, at, size));
      bytes += size;
    }
    view.setUint32(total, bytes, true);
    return 0;
  };
  const end = () => {
    if (printed === '') throw new Error("Reshard's core stopped: out of memory");
    throw new Stopped(`Reshard's core stopped: ${printed.trim()}`);
  };
  const decimal = (/** @type {number} */ at) => {
    const bytes = new Uint8Array(memory().buffer);
    return parseFloat(new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at))));
  };
  // As printf's %g: an exponent of two digits where it is below -4, or as large as there are digits.
  /** @param {number} value @param {number} to */
  const digits = (value, to) => {
    const [mantissa, exponent] = value.toExponential().split('e');
    const few = +exponent < -4 || +exponent >= mantissa.replace(/\D/g, '').length;
    const text = few ? `${mantissa}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}` : `${value}`;
    return new TextEncoder().encodeInto(text, new Uint8Array(memory().buffer, to, text.length)).written;
  };
  /** @type {Record<string, (...numbers: number[]) => number>} by name of an import */
  const known = {
    fd_write: (_fd, list, count, total) => written(list, count, total),
    proc_exit: end,
    abort: end,
    reshard_decimal: decimal,
    reshard_digits: digits,
  };
  return (/** @type {string} */ name) => known[name] ?? (() => 0);
}
