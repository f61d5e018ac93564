// Migrate: how the keys move while requests go on. The engine runs in a worker; this is the view of what it found.
import { onLanguage } from '../text/language.js';
import { addStyle } from './style.js';

let view = null;

export async function open(page, asked) {
  const [{ View }] = await Promise.all([import('./migrate/view.js'), addStyle('migrate/migrate', import.meta.url)]);
  if (!view) {
    view = new View(page);
    onLanguage(() => view.speak());
  }
  await view.open(asked);
}
