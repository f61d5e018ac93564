// A worker of the page: imports the modules of answers that are asked (asker.js). A question that is withdrawn stops.
// An answer may come in pieces, whose buffers it hands over: the next one goes once the page has dealt with the last.
/** @type {Map<number, AbortController>} */
const running = new Map();
/** @type {Map<number, () => void>} by question: what to do once the page has dealt with its last piece */
const taken = new Map();

/** @param {object} piece @returns {Transferable[]} */
function buffersOf(piece) {
  return Object.values(piece)
    .filter((part) => ArrayBuffer.isView(part))
    .map(({ buffer }) => buffer);
}

/**
 * @typedef {object} Message what asker.js sends: a question, or something about one
 * @property {number} id
 * @property {string} address of the module that answers
 * @property {string} what
 * @property {import('./asker.js').Input} input
 * @property {boolean} [stop] it is withdrawn
 * @property {boolean} [more] the page has dealt with the last piece
 */

/** @param {{data: Message}} event */
async function receive({ data: { id, stop, more, address, what, input } }) {
  if (more) return taken.get(id)?.();
  if (stop) {
    running.get(id)?.abort();
    return taken.get(id)?.();
  }
  const withdrawn = new AbortController(),
    { signal } = withdrawn;
  running.set(id, withdrawn);
  /** @type {Promise<void>} */
  let last = Promise.resolve();
  const onPiece = async (/** @type {object} */ piece) => {
    await last;
    signal.throwIfAborted();
    last = new Promise((resolve) => taken.set(id, resolve));
    postMessage({ id, piece }, { transfer: buffersOf(piece) });
  };
  try {
    /** @type {import('./asker.js').Answers} */
    const { answer } = await import(address);
    const value = await answer(what, input, {
      signal,
      onProgress: (share, at) => postMessage({ id, share, at }),
      onPiece,
    });
    await last;
    postMessage({ id, value });
  } catch (error) {
    const { message, name, code, field, template, args } = /** @type {Error & Record<string, unknown>} */ (error);
    postMessage({ id, error: { message, name, code, field, template, args } });
  }
  running.delete(id);
  taken.delete(id);
}

// The build joins what engines share into this script, and where there is no worker the page itself imports engines.
if (typeof document === 'undefined') globalThis.addEventListener?.('message', receive);
