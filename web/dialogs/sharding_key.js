// “Choose a sharding key”: what a table's rows and queries say of each column that could be its key.
import { addStyle } from './style.js';

let view = null;

export async function open(page, detail) {
  const [{ View }] = await Promise.all([import('./sharding_key/view.js'), addStyle('studies', new URL('studies/', import.meta.url)), addStyle('sharding_key', new URL('sharding_key/', import.meta.url))]);
  view ??= new View(page);
  await view.open(detail);
}
