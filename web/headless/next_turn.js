// One turn of the event loop: between two pieces of work, other work gets its turn, such as drawing, or hearing of a
// withdrawn question. Not by a timer, which a browser stretches to 4 ms.

/** @type {(() => void)[]} */
const waiting = [];
/** @type {?MessageChannel} */
let turns = null;

function post(/** @type {() => void} */ next) {
  if (!turns) {
    turns = new MessageChannel();
    turns.port1.onmessage = () => waiting.shift()?.();
  }
  waiting.push(next);
  turns.port2.postMessage(null);
}

/** @returns {Promise<void>} */
export const nextTurn = () =>
  new Promise((next) => {
    if (/** @type {Partial<typeof globalThis>} */ (globalThis).setImmediate)
      setImmediate(next); // Node: a channel would keep its process alive
    else post(next);
  });
