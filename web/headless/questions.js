// Questions to a worker that has the core. Several may be under way, so each has a number, which its answer repeats.

/** A worker and its open questions; calls `failed` if the worker cannot start. */
export class Questions {
  #worker;
  #asked = 0;
  #waiting = new Map();

  /** @param {Worker} worker it calls answerQuestions() @param {() => void} failed */
  constructor(worker, failed) {
    this.#worker = worker;
    worker.onerror = failed;
    worker.onmessage = ({ data: { id, value, error } }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) reject(Object.assign(new Error(error.message), error));
      else resolve(value);
    };
  }

  /** @returns {Promise<any>} */
  ask(what, input) {
    const id = ++this.#asked;
    const answered = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, what, input }));
    this.#worker.postMessage({ id, what, input });
    return answered;
  }

  /** Ends the worker; returns the questions it has not answered, as {resolve, reject, what, input}. */
  end() {
    this.#worker.terminate();
    const open = [...this.#waiting.values()];
    this.#waiting.clear();
    return open;
  }
}

/** In the worker: answers questions once the core has loaded. @param {Promise<any>} loading @param {(core: any, what: any, input: any) => any} answer */
export function answerQuestions(loading, answer) {
  loading.catch(() => {}); // whoever asks is told
  addEventListener('message', async ({ data: { id, what, input } }) => {
    try {
      postMessage({ id, value: answer(await loading, what, input) });
    } catch (error) {
      postMessage({ id, error: { ...error, message: error.message } });
    }
  });
}
