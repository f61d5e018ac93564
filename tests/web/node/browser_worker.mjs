// Stands in for the browser's Worker: a thread of Node that runs a worker of the page.
import { Worker as Thread } from 'node:worker_threads';
import { dist, root } from '../../built.mjs';

export class BrowserWorker {
  onmessage = /** @type {any} */ (null);
  onerror = /** @type {any} */ (null);
  #thread;

  /** @param {URL} address of the script in the tree or in dist, which is the one that runs */
  constructor(address) {
    BrowserWorker.made += 1;
    this.#thread = new Thread(new URL('worker_scope.mjs', import.meta.url), {
      workerData: address.href.replace(new URL('web/', root).href, new URL('web/', dist).href),
      resourceLimits: { maxOldGenerationSizeMb: BrowserWorker.mostMegabytes },
    });
    this.#thread.on('message', (data) => this.onmessage?.({ data }));
    this.#thread.on('error', (error) => this.onerror?.(error));
    this.#thread.unref();
  }

  static made = 0;
  static mostMegabytes = 400; // of objects

  postMessage(/** @type {any} */ message) {
    this.#thread.postMessage(message);
  }
  terminate() {
    return this.#thread.terminate();
  }
}
