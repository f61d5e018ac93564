// The page's program has two builds: the second one also has the strategies of core/strategies/systems.def. It takes
// the place of the first when a link names one of them, or the reader asks for more systems (?systems). The page then
// loads again, with its scenario as the link.
import kIds from 'found:second_build';

const kNames = RegExp(`(?:^|&)(?:strategy|s[2-4])=(?:${kIds})(?=&|$)`);

/** Whether a link names a strategy that only the second build has. @param {string} fragment */
export const namesSystem = (fragment) => kNames.test(fragment);

/** Whether this page loads the second build. */
export const hasSystems =
  typeof location === 'object' &&
  (new URLSearchParams(location.search).has('systems') || namesSystem(location.hash.slice(1)));

/** Notes something for the page that follows a reload of its own. @param {string} what */
export function keepForReload(what, value = '') {
  try {
    sessionStorage.setItem(`reshard.${what}`, value);
  } catch {
    // A browser that stores nothing: the next page begins without it.
  }
}

/** What the page before this one noted; null: nothing. The note is then gone. @param {string} what */
export function keptForReload(what) {
  try {
    const kept = sessionStorage.getItem(`reshard.${what}`);
    sessionStorage.removeItem(`reshard.${what}`);
    return kept;
  } catch {
    return null;
  }
}
