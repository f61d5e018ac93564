// A worker of the page: imports the modules of answers that are asked (asker.js). A question that is withdrawn stops.
// An answer may come in pieces, whose buffers it hands over: the next one goes once the page has dealt with the last.
const running = new Map();
const taken = new Map(); // by question: what to do once the page has dealt with its last piece

/** @returns {any[]} */
function buffersOf(piece) {
  return Object.values(piece)
    .filter((part) => ArrayBuffer.isView(part))
    .map(({ buffer }) => buffer);
}

async function receive({ data: { id, stop, more, address, what, input } }) {
  if (more) return taken.get(id)?.();
  if (stop) {
    running.get(id)?.abort();
    return taken.get(id)?.();
  }
  const withdrawn = new AbortController(),
    { signal } = withdrawn;
  running.set(id, withdrawn);
  let last = Promise.resolve();
  const onPiece = async (/** @type {any} */ piece) => {
    await last;
    signal.throwIfAborted();
    last = new Promise((resolve) => taken.set(id, () => resolve()));
    postMessage({ id, piece }, { transfer: buffersOf(piece) });
  };
  try {
    const { answer } = await import(address);
    const value = await answer(what, input, {
      signal,
      onProgress: (share, at) => postMessage({ id, share, at }),
      onPiece,
    });
    await last;
    postMessage({ id, value });
  } catch (error) {
    const { message, name, code, field, template, args } = error;
    postMessage({ id, error: { message, name, code, field, template, args } });
  }
  running.delete(id);
  taken.delete(id);
}

// The build joins what engines share into this script, and where there is no worker the page itself imports engines.
if (typeof document === 'undefined') globalThis.addEventListener?.('message', receive);
