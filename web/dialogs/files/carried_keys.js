// The reader's own keys, carried over a reload that the page makes itself (web/host/second_build.js): in a store of
// this browser, from which they are taken as soon as the page is there again. Nothing leaves the browser or stays.
import { keepForReload } from '../../host/second_build.js';
import { handed, handKeys } from './hand_keys.js';

const kStore = 'keys';

/** @returns {Promise<IDBDatabase>} */
const opened = () =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('reshard.carried', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(kStore);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

/**
 * @template Value
 * @param {(store: IDBObjectStore) => IDBRequest<Value>} ask
 * @returns {Promise<Value>} once it is stored
 */
async function inStore(ask) {
  const database = await opened();
  try {
    const transaction = database.transaction(kStore, 'readwrite');
    const asked = ask(transaction.objectStore(kStore));
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
    return asked.result;
  } finally {
    database.close();
  }
}

/**
 * Keeps the keys that the module has, for the page that follows this one. A browser that keeps nothing is no reason to
 * stop: the page then asks for the file, as for any link of imported keys.
 */
export async function carry() {
  const keys = handed();
  if (!keys) return;
  try {
    await inStore((store) => store.put(keys, 'last'));
    keepForReload('keys');
  } catch (error) {
    console.warn(error);
  }
}

/** Gives the module the keys that were carried, if they are those that its link asks for. */
export async function takeCarried(/** @type {import('../../api/bridge.js').Bridge} */ bridge) {
  const keys = await inStore((store) => store.get('last'));
  await inStore((store) => store.clear());
  if (!keys) return null;
  const { form, text } = keys;
  async function* pieces() {
    yield { bytes: new Uint8Array(await text.arrayBuffer()), done: 1 };
  }
  return handKeys(bridge, form, pieces(), { wanted: true, progress: () => {}, ended: () => false });
}
