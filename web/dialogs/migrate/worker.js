// The worker of the view. A question that is withdrawn stops.
import { answer } from './engine.js';

const running = new Map();

addEventListener('message', async ({ data: { id, what, input } }) => {
  if (what === 'stop') return running.get(id)?.abort();
  const stop = new AbortController();
  running.set(id, stop);
  try {
    const value = await answer(what, input, { signal: stop.signal, onProgress: (share) => postMessage({ id, share }) });
    postMessage({ id, value });
  } catch (error) {
    const { message, name, code, field, template, args } = error;
    postMessage({ id, error: { message, name, code, field, template, args } });
  }
  running.delete(id);
});
