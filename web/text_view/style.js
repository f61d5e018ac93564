// Style sheets of modules that are loaded later.

/** That of the text view and of the controls in all dialogs. */
export const addForms = () => addStyle('forms', import.meta.url);

/** Loads one from beside the module at `from`, unless the page has it already, as the single-file page does. */
export function addStyle(name, from) {
  const id = `style-${name}`;
  if (document.getElementById(id)) return Promise.resolve();
  return new Promise((onload, onerror) => {
    const href = new URL(`${name}.css`, from).href;
    document.head.append(Object.assign(document.createElement('link'), { id, rel: 'stylesheet', href, onload, onerror }));
  });
}
