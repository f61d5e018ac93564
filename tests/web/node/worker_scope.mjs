// What a worker of the page expects of the browser, in a thread of Node.
import { parentPort, workerData } from 'node:worker_threads';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
Object.assign(globalThis, {
  postMessage: (/** @type {any} */ message, /** @type {any} */ options) =>
    port.postMessage(message, options?.transfer ?? []),
  addEventListener: (/** @type {string} */ _, /** @type {(event: {data: any}) => void} */ listener) =>
    port.on('message', (data) => listener({ data })),
});
await import(workerData);
