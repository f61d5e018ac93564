// The page's worker: imports the modules of answers that are asked (asker.js). A question that is withdrawn stops.
const running = new Map();

addEventListener('message', async ({ data: { id, stop, address, what, input } }) => {
  if (stop) return running.get(id)?.abort();
  const withdrawn = new AbortController();
  running.set(id, withdrawn);
  try {
    const { answer } = await import(address);
    const value = await answer(what, input, { signal: withdrawn.signal, onProgress: (share) => postMessage({ id, share }) });
    postMessage({ id, value });
  } catch (error) {
    const { message, name, code, field, template, args } = error;
    postMessage({ id, error: { message, name, code, field, template, args } });
  }
  running.delete(id);
});
