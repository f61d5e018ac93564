// Vitess: the shards of a keyspace, as vtctldclient FindAllShardsInKeyspace and GetShards, SHOW VITESS_SHARDS and SHOW
// VITESS_TABLETS list them, and the vindexes of a VSchema. By Vitess' documentation and source: no Vitess ran here.
import { itemsOf, jsonValues, memberOf, opensJson, textOf } from '../reading/json.js';
import { member } from '../reading/values.js';
import { Unreadable, noTemplate } from '../reading/form.js';
import { barCells } from '../reading/delimited.js';
import { chosen } from '../reading/choices.js';

/** @typedef {import('../reading/json.js').Tree} Tree */
/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/pasted.js').Line} Line */
/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {{cell: string, alias: string, host: string, type: string, down: boolean, line: number}} Tablet */
/**
 * A shard. `serving`: whether its primary is; null: the text does not say. `primary`: an alias, or ''
 * @typedef {{name: string, begin: string, end: string, serving: ?boolean, primary: string, cell: string,
 *   tablets: Tablet[], line: number}} Shard
 */
/** @typedef {{vindexes: Map<string, string>, tables: Map<string, string>, sharded: boolean, line: number}} Schema */

const kRange = /^(?:(?:[0-9a-f]{2})*-(?:[0-9a-f]{2})*|0|-)$/i;
const kKeyspaceShard = /^([\p{L}\p{N}_.:$-]+)\/((?:[0-9a-f]{2})*-(?:[0-9a-f]{2})*|\d{1,4})$/iu;
const kShardsHead = /^\s*\|?\s*Shards\s*\|?\s*$/;
const kTabletsHead = /\bKeyspace\b.*\bShard\b.*\bTabletType\b/i;
const kTypes = 'primary|master|replica|rdonly|spare|backup|restore|drained|experimental';
const kVtctl = new RegExp(`^(\\w+-\\d{10}) (\\S+) (\\S+) (${kTypes}) (\\S+) (\\S+) \\[.*\\] .*$`);
const kMember = /"(?:key_?range|isPrimaryServing|is_primary_serving|primary_alias|primaryAlias)"\s*:/i;
const kVschema = /"vindexes"\s*:/;
const kForm = /^\s*[+|\u2500\u2501\u2550\u253c\u251c\u2524\u250c\u2510\u2514\u2518\u252c\u2534-]+\s*$/;
const kRows = /^\s*\(?\d+ rows?(?: in set.*|\))?\s*$/;
const kOfNumbers = ['hash', 'numeric', 'reverse_bits'];
const kVindexes = ['xxhash', 'hash', 'binary_md5', 'numeric', 'reverse_bits'];

/** The ends of a range by its name. @param {string} name */
function endsOf(name) {
  if (!name.includes('-')) return { begin: '', end: '' };
  const [begin, end] = name.toLowerCase().split('-');
  return { begin, end };
}

/** Bounds are compared as bytes, and zeros at the end say nothing. @param {string} hex */
const plain = (hex) => hex.replace(/(?:00)+$/, '');

/** Whether a bound comes before another, as beginnings. @param {string} a @param {string} b */
const order = (a, b) => (plain(a) < plain(b) ? -1 : Number(plain(a) > plain(b)));

/** @param {string} base64 @param {number} line */
function hexOf(base64, line) {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64)) throw new Unreadable(line, `“${base64.slice(0, 40)}” is no base64`);
  let [bits, held, hex] = [0, 0, ''];
  for (const sign of base64.replace(/=+$/, '')) {
    bits = (bits << 6) | kSigns.indexOf(sign.replace('-', '+').replace('_', '/'));
    held += 6;
    if (held >= 8) {
      held -= 8;
      hex += ((bits >> held) & 255).toString(16).padStart(2, '0');
      bits &= (1 << held) - 1;
    }
  }
  return hex;
}
const kSigns = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

class Keyspaces {
  /** @type {Map<string, Map<string, Shard>>} */
  all = new Map();
  /** @type {Map<string, Schema>} */
  schemas = new Map();
  form = '';
  /** @type {Pasted} */
  #pasted;

  /** @param {Pasted} pasted */
  constructor(pasted) {
    this.#pasted = pasted;
  }

  /** @param {string} keyspace @param {Shard} shard @param {boolean} [again] whether it may be there already */
  add(keyspace, shard, again = false) {
    const { name, line } = shard;
    noTemplate(`${keyspace} ${name}`, line);
    if (!kRange.test(name) && !/^\d{1,4}$/.test(name))
      throw new Unreadable(line, `“${name.slice(0, 40)}” is no range of keyspace ids`);
    const { begin, end } = shard;
    if (end !== '' && order(begin, end) >= 0) throw new Unreadable(line, `the range ${name} ends before it begins`);
    const shards = this.all.get(keyspace) ?? /** @type {Map<string, Shard>} */ (new Map());
    this.all.set(keyspace, shards);
    const before = shards.get(name);
    if (!before) {
      shards.set(name, shard);
      return shard;
    }
    if (again) return before;
    if (before.serving === shard.serving && before.primary === shard.primary) this.#pasted.skip(line, 'duplicate');
    else throw new Unreadable(line, `shard ${name} of ${keyspace} is in line ${before.line} already`);
    return before;
  }

  // ---- JSON

  /** @param {Tree} tree */
  json(tree) {
    if (tree.items) return tree.items.forEach((item) => this.#item(item));
    const schema = this.#schemaIn(tree, '');
    if (schema) return undefined;
    const list = member(tree, 'shards');
    if (list?.items) return list.items.forEach((item) => this.#item(item));
    if (member(tree, 'key_range') || member(tree, 'primary_alias') || member(tree, 'shard')) return this.#item(tree);
    for (const [name, value] of tree.members ?? []) this.#named(name, value, '');
    return undefined;
  }

  /**
   * A member that is a shard, or a keyspace with its shards.
   * @param {string} name @param {Tree} tree @param {string} keyspace
   */
  #named(name, tree, keyspace) {
    noTemplate(name, tree.at);
    if (kRange.test(name) || /^\d{1,4}$/.test(name)) return this.#shard(name, tree, keyspace);
    if (keyspace === '' && tree.members && !this.#schemaIn(tree, name)) {
      const inner = member(tree, 'shards')?.members ?? tree.members;
      for (const [one, value] of inner) this.#named(one, value, name);
      return undefined;
    }
    if (keyspace !== '') throw new Unreadable(tree.at, `“${name.slice(0, 40)}” is no range of keyspace ids`);
    return undefined;
  }

  /** @param {Tree} item with its keyspace and name */
  #item(item) {
    if (item.text !== null && item.quoted) return this.#word(item.text, item.line);
    const [keyspace, name] = [textOf(memberOf(item, 'keyspace')), textOf(memberOf(item, 'name'))];
    if (!keyspace || !name) throw new Unreadable(item.line, 'a shard without its keyspace or name');
    return this.#shard(name, item, keyspace);
  }

  /** @param {string} name @param {Tree} tree @param {string} within the keyspace, or '' */
  #shard(name, tree, within) {
    const keyspace = textOf(memberOf(tree, 'keyspace')) ?? within;
    const own = textOf(memberOf(tree, 'name')) ?? name;
    if (own !== name) throw new Unreadable(tree.at, `the shard is named ${name} and ${own}`);
    const of = memberOf(tree, 'shard') ?? tree;
    const range = member(of, 'key_range');
    const { begin, end } = endsOf(name);
    if (range?.members) {
      const bound = (/** @type {string} */ which) => {
        const found = memberOf(range, which);
        const text = textOf(found) ?? '';
        noTemplate(text, found?.line ?? range.line);
        return { hex: hexOf(text, found?.line ?? range.line), line: found?.line ?? range.at };
      };
      const [from, to] = [bound('start'), bound('end')];
      if (from.hex !== begin)
        throw new Unreadable(
          from.line,
          `the shard is named ${name} and its key range starts at ${from.hex || 'the least id'}`,
        );
      if (to.hex !== end)
        throw new Unreadable(
          to.line,
          `the shard is named ${name} and its key range ends at ${to.hex || 'the largest id'}`,
        );
    }
    const serving = textIn(of, 'is_primary_serving') ?? textIn(of, 'is_master_serving');
    if (serving !== null && serving !== 'true' && serving !== 'false')
      throw new Unreadable(tree.at, `is_primary_serving: “${serving.slice(0, 20)}” is neither true nor false`);
    const alias = member(of, 'primary_alias') ?? member(of, 'master_alias');
    const [cell, uid] = [textOf(memberOf(alias ?? undefined, 'cell')), textOf(memberOf(alias ?? undefined, 'uid'))];
    if (alias && (cell || uid)) {
      noTemplate(`${cell} ${uid}`, alias.line);
      if (!cell || !/^\d{1,10}$/.test(uid ?? ''))
        throw new Unreadable(alias.line, `the primary of ${name} has no alias`);
    }
    const primary = cell ? `${cell}-${(uid ?? '').padStart(10, '0')}` : '';
    const isShown = range !== null || alias !== null || serving !== null;
    const of2 = { name, begin, end, serving: isShown ? serving === 'true' : null, primary, cell: cell ?? '' };
    this.add(keyspace, { ...of2, tablets: [], line: tree.at });
  }

  /** “commerce/-80”. @param {string} text @param {number} line */
  #word(text, line) {
    const found = kKeyspaceShard.exec(text);
    if (!found) throw new Unreadable(line, `“${text.slice(0, 40)}” is no shard`);
    this.#plain(found[1], found[2], line);
  }

  /** @param {string} keyspace @param {string} name @param {number} line */
  #plain(keyspace, name, line) {
    const of = { serving: null, primary: '', cell: '', tablets: [], line };
    return this.add(keyspace, { name, ...endsOf(name), ...of });
  }

  /** Whether it is a VSchema; it is kept. @param {Tree} tree @param {string} keyspace */
  #schemaIn(tree, keyspace) {
    const inner = memberOf(tree, 'keyspaces');
    if (inner?.members) {
      for (const [name, one] of inner.members) this.#schemaIn(one, name);
      return true;
    }
    const vindexes = memberOf(tree, 'vindexes');
    const sharded = textIn(tree, 'sharded');
    if (!vindexes?.members && !memberOf(tree, 'tables') && sharded === null) return false;
    if (!vindexes?.members && sharded === null) return false;
    const schema = { vindexes: new Map(), tables: new Map(), sharded: sharded === 'true', line: tree.at };
    for (const [name, one] of vindexes?.members ?? []) {
      const type = textOf(memberOf(one, 'type')) ?? '';
      noTemplate(type, one.line);
      schema.vindexes.set(name, type);
    }
    for (const [name, one] of memberOf(tree, 'tables')?.members ?? []) {
      const [first] = itemsOf(member(one, 'column_vindexes') ?? undefined);
      if (first) schema.tables.set(name, textOf(memberOf(first, 'name')) ?? '');
    }
    this.schemas.set(keyspace, schema);
    return true;
  }

  // ---- Tables

  /** @param {Line[]} lines */
  table(lines) {
    let columns = /** @type {?string[]} */ (null);
    for (const { number, text } of lines) {
      const cells = /[|\u2502]/.test(text) ? barCells(text) : text.includes('\t') ? text.split('\t') : [text.trim()];
      if (/[|\u2502]/.test(text) && cells[cells.length - 1] === '') cells.pop();
      if (kForm.test(text)) continue;
      if (kRows.test(text)) this.#pasted.skip(number, 'text');
      else if (kShardsHead.test(text)) {
        columns = ['shards'];
        this.form ||= 'SHOW VITESS_SHARDS';
      } else if (kTabletsHead.test(text)) {
        columns = (/[|\u2502\t]/.test(text) ? cells : text.trim().split(/\s+/)).map((name) =>
          name.trim().toLowerCase(),
        );
        this.form ||= 'SHOW VITESS_TABLETS';
      } else if (columns && columns.length > 1) this.#tablet(columns, cells, { number, text });
      else this.#row(cells, { number, text });
    }
  }

  /** @param {string[]} cells @param {Line} line */
  #row(cells, { number, text }) {
    const barred = /^\s*[|\u2502]/.test(text) === /[|\u2502]\s*$/.test(text); // else it is cut
    const found = cells.length === 1 && barred ? kKeyspaceShard.exec(cells[0]) : null;
    const tablet = kVtctl.exec(text.trim());
    if (tablet) return this.#listed(tablet, number);
    if (found) {
      this.form ||= 'SHOW VITESS_SHARDS';
      this.#plain(found[1], found[2], number);
      return undefined;
    }
    noTemplate(text, number);
    if (number === this.#pasted.last && !this.#pasted.ends) return this.#pasted.skip(number, 'cut');
    if (/\//.test(cells[0]) && /^\s*[|\u2502]/.test(text))
      throw new Unreadable(number, `“${cells[0].slice(0, 40)}” is no shard`);
    return this.#pasted.skip(number, 'text');
  }

  /** A tablet as vtctl lists it. @param {RegExpExecArray} found @param {number} line */
  #listed([, alias, keyspace, name, type, host], line) {
    this.form ||= 'GetTablets';
    const kind = type === 'master' ? 'PRIMARY' : type.toUpperCase();
    this.#placed(
      keyspace,
      name,
      { cell: '', alias, host: host.replace(/:\d+$/, ''), type: kind, down: false, line },
      null,
    );
  }

  /** @param {string[]} columns @param {string[]} cells @param {Line} line */
  #tablet(columns, cells, { number, text }) {
    const of = (/** @type {string} */ name) => (cells[columns.indexOf(name)] ?? '').trim();
    const [keyspace, name, type, state, alias] = ['keyspace', 'shard', 'tablettype', 'state', 'alias'].map(of);
    noTemplate(text, number);
    if (!keyspace || !name || !type || !state || !alias) {
      if (number !== this.#pasted.last) {
        if (cells.length > 1) throw new Unreadable(number, 'fewer cells than headings');
        return this.#pasted.skip(number, 'text');
      }
      return this.#pasted.skip(number, 'cut');
    }
    if (!/^[A-Z_]+$/.test(type) || !/^[A-Z_]+$/.test(state))
      throw new Unreadable(number, `the tablet ${alias} has no type and state`);
    const down = state !== 'SERVING';
    const tablet = { cell: of('cell'), alias, host: of('hostname'), type, down, line: number };
    this.#placed(keyspace, name, tablet, !down);
    return undefined;
  }

  /** @param {string} keyspace @param {string} name @param {Tablet} tablet @param {?boolean} serving */
  #placed(keyspace, name, tablet, serving) {
    const of = { serving: null, primary: '', cell: '', tablets: [], line: tablet.line };
    const shard = this.add(keyspace, { name, ...endsOf(name), ...of }, true);
    const same = shard.tablets.find(({ alias }) => alias === tablet.alias);
    if (same) {
      if (same.type === tablet.type && same.down === tablet.down && same.host === tablet.host)
        return this.#pasted.skip(tablet.line, 'duplicate');
      throw new Unreadable(tablet.line, `the tablet ${tablet.alias} is in line ${same.line} already`);
    }
    shard.tablets.push(tablet);
    if (tablet.type !== 'PRIMARY' && tablet.type !== 'MASTER') return undefined;
    const other = shard.tablets.find((one) => one !== tablet && (one.type === 'PRIMARY' || one.type === 'MASTER'));
    if (other)
      throw new Unreadable(tablet.line, `shard ${name} of ${keyspace} has a primary in line ${other.line} already`);
    Object.assign(shard, { primary: tablet.alias, cell: tablet.cell, serving });
    return undefined;
  }
}

/** @param {Tree} of @param {string} name */
function textIn(of, name) {
  const found = member(of, name);
  return found?.text ?? null;
}

/** @param {Shard} a @param {Shard} b */
const overlaps = (a, b) => (b.end === '' || order(a.begin, b.end) < 0) && (a.end === '' || order(b.begin, a.end) < 0);

/**
 * Those that serve, in the order of their ranges; holes and overlaps refuse.
 * @param {string} keyspace @param {Shard[]} shards
 */
function servingOf(keyspace, shards) {
  // Of tablets, one that is down does not serve either: only where ranges overlap there are targets of a split.
  const overlap = shards.some((a) => shards.some((b) => a !== b && overlaps(a, b)));
  const known = shards.some(({ serving, tablets }) => serving !== null && (overlap || tablets.length === 0));
  const all = shards.filter(({ serving }) => !known || serving === true);
  if (all.length === 0) throw new Unreadable(shards[0].line, `no shard of ${keyspace} serves`);
  const sorted = [...all].sort((a, b) => order(a.begin, b.begin));
  for (let i = 1; i < sorted.length; ++i) {
    const [a, b] = [sorted[i - 1], sorted[i]];
    const late = a.line > b.line ? a : b;
    if (a.end === '' || order(a.end, b.begin) > 0)
      throw new Unreadable(
        late.line,
        known
          ? `the shards ${a.name} and ${b.name} of ${keyspace} hold the same keyspace ids`
          : `the shards ${a.name} and ${b.name} overlap: the text does not say which of them serves`,
      );
    if (order(a.end, b.begin) < 0)
      throw new Unreadable(b.line, `no shard of ${keyspace} holds the keyspace ids from ${a.end} to ${b.begin}`);
  }
  return sorted;
}

/** @param {Schema | undefined} schema */
function vindexOf(schema) {
  const used = new Set([...(schema?.tables.values() ?? [])].map((name) => schema?.vindexes.get(name) ?? name));
  const types = used.size > 0 ? used : new Set(schema?.vindexes.values() ?? []);
  const [type] = types;
  if (types.size === 1 && kVindexes.includes(type)) return { vindex: type, why: '' };
  if (types.size === 0) return { vindex: null, why: 'the vindex (VSchema): the link has xxhash' };
  if (types.size === 1) return { vindex: undefined, why: `where keys are: Reshard does not have the vindex ${type}` };
  return { vindex: undefined, why: `where keys are: tables have different primary vindexes, ${[...types].join(', ')}` };
}

/** @param {string} keyspace @param {Shard[]} shards @param {Keyspaces} keyspaces @param {Pasted} pasted */
function readingOf(keyspace, shards, keyspaces, pasted) {
  const sorted = servingOf(keyspace, shards);
  const { vindex, why } = vindexOf(keyspaces.schemas.get(keyspace) ?? keyspaces.schemas.get(''));
  const [first, last] = [sorted[0], sorted[sorted.length - 1]];
  const whole = first.begin === '' && last.end === '';
  const waiting = shards.filter((shard) => !sorted.includes(shard));
  const tablets = shards.flatMap((shard) =>
    shard.tablets.map(({ alias, cell, host, type, down }) => ({
      ...{ name: alias, shard: shard.name, type },
      ...(cell && { zone: cell }),
      ...(host && { host }),
      ...(down && { down }),
    })),
  );
  const unknown = shards.filter(({ primary }) => primary === '').map(({ name }) => name);
  const isUnsharded = shards.length === 1 && !shards[0].name.includes('-');
  const notes = waiting.length > 0 ? [`not serving: ${waiting.map(({ name }) => name).join(', ')}`] : [];
  return {
    ...{ system: 'vitess', form: keyspaces.form, strategy: /** @type {const} */ ('table') },
    key: whole && vindex !== undefined && !isUnsharded ? 'vitess' : null,
    ...(vindex && { params: { vindex, ...(kOfNumbers.includes(vindex) && { type: 'int64' }) } }),
    nodes: shards.map(({ name, primary, cell, tablets: own }) => ({
      name,
      ...(own.some(({ alias, down }) => alias === primary && down) && { down: true }),
      ...(primary && { primary }),
      ...(cell && { zone: cell }),
      ...(own.length > 0 && { replicas: own.filter(({ alias }) => alias !== primary).map(({ alias }) => alias) }),
    })),
    entries: {
      kind: 'shards',
      rows: sorted.map(({ name, line }) => ({ id: name, owner: name, replicas: /** @type {string[]} */ ([]), line })),
    },
    ...(tablets.length > 0 && { tablets }),
    ...(notes.length > 0 && { notes }),
    skipped: pasted.skipped,
    cannot_know: [
      'sizes',
      'requests',
      ...(why ? [why] : []),
      ...(keyspaces.form.endsWith('SHARDS') ? ['primaries', 'which shards serve'] : []),
      ...(unknown.length > 0 && !keyspaces.form.endsWith('SHARDS') ? [`primary of ${unknown.join(', ')}`] : []),
      ...(first.begin !== '' ? [`who has the keyspace ids below ${first.begin}`] : []),
      ...(last.end !== '' ? [`who has the keyspace ids from ${last.end} on`] : []),
    ],
  };
}

/** @param {Pasted} pasted @param {{choose?: string}} asked @returns {Reading} */
function read(pasted, { choose }) {
  const lines = pasted.body(kMark).filter(({ text }) => /\S/.test(text));
  const keyspaces = new Keyspaces(pasted);
  const first = lines.findIndex(({ text }) => opensJson(text));
  const isJson =
    first >= 0 &&
    lines.some(({ text }) => kMember.test(text) || kVschema.test(text) || /"[0-9a-f]*-[0-9a-f]*"/.test(text));
  if (isJson) {
    for (const { number, text } of lines.slice(0, first)) {
      noTemplate(text, number);
      pasted.skip(number, 'text');
    }
    const found = lines.slice(first).some(({ text }) => /"(?:keyspace|shard)"\s*:/.test(text));
    keyspaces.form = found ? 'FindAllShardsInKeyspace' : 'GetShards';
    for (const tree of jsonValues(lines.slice(first))) keyspaces.json(tree);
  } else keyspaces.table(lines);
  const all = [...keyspaces.all].map(([name, shards]) => ({ name, shards: [...shards.values()] }));
  if (all.length === 0) {
    const [schema] = keyspaces.schemas.values();
    throw new Unreadable(
      schema?.line ?? pasted.last,
      schema
        ? 'a VSchema, which does not say which shards there are: paste them, too'
        : 'the text ends before its shards',
    );
  }
  const largest = all.reduce((a, b) => (b.shards.length > a.shards.length ? b : a), all[0]).name;
  const reading = chosen(
    all.map(({ name, shards }) => ({ name, read: () => readingOf(name, shards, keyspaces, pasted) })),
    choose ?? (all.length > 1 ? largest : undefined),
  );
  if (all.length > 1 || all[0].name === '') return { ...reading, skipped: pasted.skipped };
  const { system, form, ...rest } = reading;
  return { system, form, choices: [all[0].name], choice: all[0].name, ...rest, skipped: pasted.skipped };
}
const kNamed = /"[0-9a-f]*-[0-9a-f]*"\s*:\s*\{/;
const kMarks = [kMember, kVschema, kNamed, kTabletsHead, /\bShards\b/, /^\S+\/(?:-?[0-9a-f]{2}|0$)/];
const kMark = new RegExp(kMarks.map(({ source }) => source).join('|'), 'i');

/** @param {Pasted} pasted */
function fits({ filled }) {
  const has = (/** @type {RegExp} */ mark) => filled.some(({ text }) => mark.test(text));
  if (filled.some(({ text }) => opensJson(text))) {
    if (has(/"(?:is_?primary_?serving|is_?master_?serving)"\s*:/i)) return 2;
    if (has(/"primary_?alias"\s*:/i) && has(/"[0-9a-f]*-[0-9a-f]*"/)) return 2;
    if (has(/"key_?range"\s*:/i) && has(/"(?:[0-9a-f]{2})*-(?:[0-9a-f]{2})*"\s*:\s*\{/)) return 2;
    return has(kVschema) && has(/"(?:column_?vindexes|sharded)"\s*:/i) ? 2 : 0;
  }
  if (has(kShardsHead) || has(kTabletsHead) || has(kVtctl)) return 2;
  const rows = filled.filter(({ text }) => kKeyspaceShard.test(text.trim())).length;
  return rows > 0 && rows * 2 > filled.length ? 2 : 0;
}

export default { system: 'vitess', title: 'Vitess', fits, read };
