// What servers that come take from those that are there.
import { addressOf } from '../shared/rules.js';

/** What all lists have, in the order of the last of them. @param {string[][]} lists @returns {string[]} */
export function shared(lists) {
  const last = lists[lists.length - 1] ?? [];
  return last.filter((one) => lists.every((list) => list.includes(one)));
}

/** The one text of all, or null. @param {(string | undefined)[]} texts */
const only = (texts) => (texts.length > 0 && new Set(texts).size === 1 ? (texts[0] ?? null) : null);

/**
 * The address of a server that comes, in a text that has names and addresses: given, or its name, or made of it as the
 * others' are of theirs. Null: nobody can tell.
 * @param {{name: string, address?: string}} node
 * @param {{name: string, address: string}[]} others
 */
export function addressFrom({ name, address }, others) {
  if (address !== undefined && address !== '') return address;
  const at = addressOf(name);
  if (at?.socket != null || (at && at.port !== null)) return name;
  const behind = only(
    others.map((one) => (one.address.startsWith(one.name) ? one.address.slice(one.name.length) : '\0')),
  );
  if (behind !== null && /^(?::\d{1,5})?$/.test(behind)) return `${name}${behind}`;
  const port = only(others.map((one) => /:\d{1,5}$/.exec(one.address)?.[0]));
  return at && (at.ipv6 || /\./.test(at.host)) && port !== null ? `${name}${port}` : null;
}
