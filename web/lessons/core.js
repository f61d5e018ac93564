// reshard-lessons.wasm, which measures what lessons ask for: web/lessons/trial.h says what it takes and answers. In the
// page, in Node, wherever dist/ is.
import { ReshardError, startModule } from '../headless/reshard-core.mjs';

export class LessonsCore {
  #calls;

  constructor(calls) {
    this.#calls = calls;
  }

  /** What is measured under one seed; throws a ReshardError that names the member. */
  measure(request) {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    this.#view(this.#calls.reshard_request_buffer(bytes.length), bytes.length).set(bytes);
    const reply = this.#calls.reshard_measure();
    const { value, error } = JSON.parse(new TextDecoder().decode(this.#view(reply, this.#calls.reshard_reply_size())));
    if (error) throw new ReshardError(error);
    return value;
  }

  #view(address, length) {
    return new Uint8Array(this.#calls.memory.buffer, address, length);
  }
}

/** Starts it; `wasm` as in loadReshard(), beside reshard-core.mjs if left out. */
export async function loadLessonsCore(wasm = new URL('../../reshard-lessons.wasm', import.meta.url)) {
  return new LessonsCore(await startModule(wasm));
}
