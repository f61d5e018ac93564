// Ceph's placement groups: `pg dump pgs_brief`, `pg ls`, and their JSON.
import { itemsOf, memberOf, textOf } from '../../reading/json.js';
import { EntryTable } from '../../reading/entry_table.js';
import { Unreadable, noTemplate } from '../../reading/form.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../../reading/pasted.js').Line} Line */
/** @typedef {import('../../reading/json.js').Tree} Tree */
/**
 * A placement group: OSDs by their numbers. `up`: the aim, with `first` as its primary; `acting`: what serves; `state`:
 * empty where the text does not say it
 * @typedef {{pool: string, hex: string, state: string, up: string[], first: string, acting: string[], primary: string,
 *   line: number}} Pg
 */

const kNobody = '2147483647';
const kSet = String.raw`\[([\d,\s]*)\]`;
const kPg = new RegExp(String.raw`^\s*(\d+)\.([0-9a-f]+)\s+(\S+)\s+${kSet}\s+(-?\d+)\s+${kSet}\s+(-?\d+)\s*$`);
const kPgLong = new RegExp(String.raw`^\s*(\d+)\.([0-9a-f]+)\s.*?\s${kSet}p(-?\d+)\s+${kSet}p(-?\d+)(?:\s.*)?$`);
// Every state has one of these, and no other column has such a word.
const kState =
  /\s((?:[a-z_]+\+)*(?:active|peered|peering|down|incomplete|stale|creating|unknown|inactive)(?:\+[a-z_]+)*)\s/;
const kPgHeading = /^\s*PG(?:_STAT)?\s+(?:STATE\s+UP\s|OBJECTS\s)/;
const kPgBegins = /^\s*\d+\.[0-9a-f]+\s/;
const kLongest = 4000;

export const isPgHeading = (/** @type {string} */ text) => kPgHeading.test(text);
export const beginsPg = (/** @type {string} */ text) => kPgBegins.test(text);

/** @param {string} list */
const idsOf = (list) => list.split(/[,\s]+/).filter((id) => id !== '' && id !== kNobody);

/** @param {Line} line @returns {?Pg} */
export function pgOf({ number, text }) {
  if (text.length > kLongest) return null;
  const brief = kPg.exec(text);
  if (brief) {
    const [, pool, hex, state, up, first, acting, primary] = brief;
    return { pool, hex, state, up: idsOf(up), first, acting: idsOf(acting), primary, line: number };
  }
  const [, pool, hex, up, first, acting, primary] = kPgLong.exec(text) ?? [];
  const [, state = ''] = hex ? (kState.exec(text) ?? []) : [];
  return hex ? { pool, hex, state, up: idsOf(up), first, acting: idsOf(acting), primary, line: number } : null;
}

/** The name of an OSD. */
export const osd = (/** @type {string} */ id) => `osd.${id}`;
const ownerOf = (/** @type {string} */ id) => (id === '-1' || id === kNobody ? null : osd(id));

/** @param {string} state */
const isUnwell = (state) => state !== '' && !['active', 'clean'].every((word) => state.split('+').includes(word));

/** @param {Pg[]} pgs @param {Pasted} pasted */
export function pgTable(pgs, pasted) {
  const table = new EntryTable('pgs', pasted);
  const sorted = [...pgs].sort((a, b) => a.line - b.line);
  for (const { pool, hex, state, acting, primary, line } of sorted) {
    if (ownerOf(primary) !== null && !acting.includes(primary)) {
      throw new Unreadable(line, `PG ${pool}.${hex}: its primary ${osd(primary)} is not in [${acting.slice(0, 20)}]`);
    }
    const replicas = acting.filter((id) => id !== primary).map(osd);
    const unwell = isUnwell(state) && { unwell: true };
    table.add({ id: `${pool}.${hex}`, owner: ownerOf(primary), replicas, ...unwell }, line, () => `PG ${pool}.${hex}`);
  }
  const parts = (/** @type {string} */ id) => id.split('.').map((part, i) => BigInt(i === 0 ? part : `0x${part}`));
  return table.entries((a, b) => {
    const [[pool, hex], [other, more]] = [parts(a), parts(b)];
    const [one, two] = pool === other ? [hex, more] : [pool, other];
    return one < two ? -1 : one > two ? 1 : 0;
  });
}

/** What is on its way: the first OSD that a PG leaves, and the first that it goes to. @param {Pg[]} pgs */
export function movingOf(pgs) {
  return pgs.flatMap(({ pool, hex, up, first, acting, primary }) => {
    const [from] = acting.filter((id) => !up.includes(id));
    const [to] = up.filter((id) => !acting.includes(id));
    if (from === undefined && to === undefined && first === primary) return [];
    const same = from === undefined && to === undefined;
    const [source, target] = same ? [primary, first] : [from, to];
    const name = (/** @type {string | undefined} */ id) => (id === undefined ? null : ownerOf(id));
    return [{ entry: `${pool}.${hex}`, from: name(source), to: name(target) }];
  });
}

/** @param {Tree} json a list of placement groups, or what holds one @returns {Pg[]} */
export function pgsOf(json) {
  const list = json.items ? json : (memberOf(json, 'pg_stats') ?? memberOf(memberOf(json, 'pg_map'), 'pg_stats'));
  return itemsOf(list).map((pg) => {
    const text = (/** @type {string} */ name) => textOf(memberOf(pg, name)) ?? '';
    const ids = (/** @type {string} */ name) => itemsOf(memberOf(pg, name)).map((id) => textOf(id) ?? '');
    noTemplate(text('pgid'), pg.line);
    const [, pool, hex] = /^(\d+)\.([0-9a-f]+)$/.exec(text('pgid')) ?? [];
    const acting = ids('acting').filter((id) => id !== kNobody);
    const up = ids('up').filter((id) => id !== kNobody);
    const primary = text('acting_primary') || (acting[0] ?? '-1');
    if (!hex || ![primary, ...acting, ...up].every((id) => /^-?\d+$/.test(id))) {
      throw new Unreadable(pg.line, 'a placement group without its name or its OSDs');
    }
    const first = text('up_primary') || (up[0] ?? '-1');
    return { pool, hex, state: text('state'), up, first, acting, primary, line: pg.line };
  });
}
