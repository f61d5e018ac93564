// Style sheets of modules that are loaded later.

/** That of the text view and of the controls in all dialogs. */
export const addForms = () => addStyle('forms', import.meta.url);

/** @type {Map<string, Promise<unknown>>} by name */
const loading = new Map();

/** @param {string} name @param {string} from @returns {Promise<unknown>} */
function load(name, from) {
  const link = Object.assign(document.createElement('link'), {
    id: `style-${name}`,
    rel: 'stylesheet',
    href: new URL(`${name}.css`, from).href,
  });
  return new Promise((onload, onerror) => {
    document.head.append(Object.assign(link, { onload, onerror }));
  }).catch((error) => {
    // the next one who asks may have a connection
    link.remove();
    loading.delete(name);
    throw error;
  });
}

/**
 * Loads one from beside the module at `from`, unless the page has it already, as the single-file page does.
 * @param {string} name @param {string} from an address
 */
export function addStyle(name, from) {
  if (!loading.has(name)) {
    loading.set(name, document.getElementById(`style-${name}`) ? Promise.resolve() : load(name, from));
  }
  return /** @type {Promise<unknown>} */ (loading.get(name));
}
