// MongoDB: sh.status() of both shells, getShardDistribution(), and documents of config.chunks with those of
// config.collections, config.shards and config.tags beside them. By MongoDB's documentation and source: no mongod ran
// here.
import { Sum, bytesOf, figure } from '../reading/figures.js';
import { Unreadable, noTemplate } from '../reading/form.js';
import { templateIn } from '../reading/pasted.js';
import { chosen } from '../reading/choices.js';
import { Cluster, chunkOf } from './mongodb/collections.js';
import { Scanner, boundOf } from './mongodb/shell_values.js';

/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/pasted.js').Line} Line */
/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('../reading/form.js').Figure} Figure */
/** @typedef {import('./mongodb/collections.js').Collection} Collection */
/** @typedef {import('./mongodb/shell_values.js').Value} Value */

const kStatus = /^\s*--- Sharding Status ---\s*$/;
const kStatusOf = /^shardingVersion\s*$/;
const kChunkLine = /\}\s*-->>\s*\{.*\}\s*on\s*:/;
const kDistribution = /^\s*Shard (.+) at (\S+)\s*$/;
const kNames = [
  'shardingVersion',
  'sharding version',
  'shards',
  'active mongoses',
  'most recently active mongoses',
  'autosplit',
  'automerge',
  'balancer',
  'shardedDataDistribution',
  'databases',
];
const kSections = new RegExp(`^(${kNames.join('|')})\\s*:?\\s*\\{?\\s*$`);
const kCommands = [
  'add(?:Shard|ShardTag|ShardToZone|TagRange)',
  'remove(?:ShardFromZone|ShardTag|TagRange)',
  'move(?:Chunk|Range)',
  'split(?:At|Find)',
  'enableSharding',
  'shard(?:AndDistribute)?Collection',
  'updateZoneKeyRange',
];
const kScript = new RegExp(`^\\s*sh\\.(?:${kCommands.join('|')})\\(`);
const kTooMany = 'too many chunks to print';
const kMore = /^\s*Type "it" for more\s*$/;

/** @param {Value | undefined} value */
const textIn = (value) => (value ? value.text || value.items[0]?.text || '' : '');
const member = (/** @type {Value | undefined} */ value, /** @type {string} */ name) => value?.members.get(name);
const isTrue = (/** @type {Value | undefined} */ value) =>
  value?.name === 'true' || /^(?:yes|true)$/.test(textIn(value));

/** @param {Value | undefined} value @param {string} what @param {number} line @returns {Figure} */
function wholeIn(value, what, line) {
  const text = value?.kind === 'map' ? boundOf(value).text : textIn(value);
  noTemplate(text, value?.line ?? line);
  if (/^\d{1,19}$/.test(text)) return figure(BigInt(text));
  throw new Unreadable(value?.line ?? line, `${what}: “${text.slice(0, 40)}” is no number`);
}

/** @param {Value | undefined} value @returns {?[string, string][]} the fields of a shard key */
const fieldsOf = (value) =>
  value?.kind === 'map' ? [...value.members].map(([name, of]) => [name, of.text || textIn(of)]) : null;

/** @param {Cluster} cluster @param {Value} of a document of config.shards */
function addShard(cluster, of) {
  const zones = member(of, 'tags')?.items.map(({ text }) => text) ?? [];
  cluster.shard(textIn(member(of, '_id')), textIn(member(of, 'host')), zones, isTrue(member(of, 'draining')), of.line);
}

// ---- sh.status() of the old shell

class OldStatus {
  /** @type {Cluster} */
  #cluster;
  /** @type {Pasted} */
  #pasted;
  #section = '';
  /** @type {?Collection} */
  #of = null;
  #counting = false;

  /** @param {Cluster} cluster @param {Pasted} pasted */
  constructor(cluster, pasted) {
    [this.#cluster, this.#pasted] = [cluster, pasted];
  }

  /** @param {Line} line */
  add(line) {
    const { text, number } = line;
    const section = kSections.exec(text.trim())?.[1];
    if (kStatus.test(text)) return undefined;
    if (section) {
      this.#section = section;
      return undefined;
    }
    if (kChunkLine.test(text) || /^\s*\{.*\}\s*-->>/.test(text)) return this.#chunk(line);
    if (this.#section === 'shards' && /^\s*\{/.test(text)) return addShard(this.#cluster, new Scanner([line]).value());
    if (this.#section !== 'databases') {
      if (this.#section === '') this.#pasted.skip(number, 'text');
      return undefined;
    }
    return this.#database(line);
  }

  /** @param {Line} line */
  #database(line) {
    const { text, number } = line;
    const word = text.trim();
    const [, key] = /^shard key:\s*(\{.*)$/.exec(word) ?? [];
    const counted = this.#counting ? /^(.*\S)[\t ]+(\S+)$/.exec(word) : null;
    if (key && this.#of) this.#of.key = fieldsOf(new Scanner([{ number, text: key }]).value());
    else if (/^\{\s*"_id"/.test(word)) [this.#of, this.#counting] = [null, false];
    else if (/^chunks:$/.test(word)) this.#counting = true;
    else if (word.startsWith(kTooMany) && this.#of) this.#of.partly = true;
    else if (/^(?:unique|balancing|chunk metadata|allow migrations):/.test(word)) this.#counting = false;
    else if (/^tag:\s/.test(word) && this.#of) this.#of.zones += 1;
    else if (counted && this.#of && (this.#cluster.shards.has(counted[1]) || /^\d+$/.test(counted[2])))
      this.#counts(counted, line, this.#of);
    else if (/^[^\s{}:]+\.[^{}]*[^{}:]$/.test(word)) {
      this.#of = this.#cluster.collection(word, number);
      this.#counting = false;
    } else {
      noTemplate(text, number);
      this.#pasted.skip(number, number === this.#pasted.last && !this.#pasted.ends ? 'cut' : 'text');
    }
  }

  /** @param {RegExpExecArray} found @param {Line} line @param {Collection} of */
  #counts([, shard, count], { number }, of) {
    noTemplate(`${shard} ${count}`, number);
    if (!/^\d{1,9}$/.test(count)) throw new Unreadable(number, `“${count.slice(0, 40)}” is no number of chunks`);
    of.count(shard, Number(count), number);
    return undefined;
  }

  /** “{ low } -->> { high } on : shard Timestamp(…)”. @param {Line} line */
  #chunk({ text, number }) {
    this.#counting = false;
    const cut = number === this.#pasted.last && !this.#pasted.ends;
    const scanner = new Scanner([{ text, number }]);
    const whole = /on\s*:\s*.+?\s+(?:Timestamp\(.*\)|\d+\|\d+\S*)/.test(text);
    if (cut && !whole) {
      this.#cluster.cut = true;
      return this.#pasted.skip(number, 'cut');
    }
    const min = scanner.value();
    const arrow = scanner.tail;
    if (!/^\s*-->>/.test(arrow)) throw new Unreadable(number, 'a chunk without its bounds');
    scanner.at += arrow.indexOf('-->>') + 4;
    const max = scanner.value();
    const [, shard, , jumbo] =
      /^\s*on\s*:\s*(.+?)\s+(Timestamp\(.*?\)|\d+\|\d+\S*)\s*(jumbo)?\s*$/.exec(scanner.tail) ?? [];
    if (shard === undefined) throw new Unreadable(number, 'a chunk without its shard');
    if (!this.#of) throw new Unreadable(number, 'a chunk above the name of its collection');
    return this.#of.add(chunkOf(min, max, shard, number, jumbo !== undefined), this.#pasted);
  }
}

// ---- sh.status() of mongosh

/** @param {Cluster} cluster @param {Pasted} pasted @param {Line[]} lines */
function readMongosh(cluster, pasted, lines) {
  for (let i = 0; i < lines.length; ++i) {
    const { text, number } = lines[i];
    const section = kSections.exec(text)?.[1];
    if (/^---\s*$/.test(text)) continue;
    if (!section) {
      noTemplate(text, number);
      pasted.skip(number, 'text');
      continue;
    }
    if (i + 1 >= lines.length) throw new Unreadable(number, 'the text ends too early');
    const scanner = new Scanner(lines.slice(i + 1));
    const value = scanner.value();
    if (scanner.tail.trim() !== '')
      throw new Unreadable(scanner.line, `“${scanner.tail.trim().slice(0, 20)}” is no value`);
    i += 1 + scanner.row;
    if (section === 'shards') value.items.forEach((one) => addShard(cluster, one));
    else if (section === 'databases') value.items.forEach((one) => addDatabase(cluster, one, pasted));
    else if (section === 'shardedDataDistribution') value.items.forEach((one) => addSizes(cluster, one));
  }
}

/** @param {Cluster} cluster @param {Value} of @param {Pasted} pasted */
function addDatabase(cluster, of, pasted) {
  for (const [name, one] of member(of, 'collections')?.members ?? []) {
    const collection = cluster.collection(name, one.line);
    collection.key = fieldsOf(member(one, 'shardKey'));
    for (const counted of member(one, 'chunkMetadata')?.items ?? []) {
      const shard = textIn(member(counted, 'shard'));
      noTemplate(shard, counted.line);
      collection.count(shard, Number(wholeIn(member(counted, 'nChunks'), 'nChunks', counted.line)), counted.line);
    }
    for (const chunk of member(one, 'chunks')?.items ?? []) {
      if (chunk.kind === 'string') collection.partly ||= chunk.text.startsWith(kTooMany);
      else {
        const [min, max, jumbo] = ['min', 'max', 'jumbo'].map((part) => member(chunk, part));
        collection.add(chunkOf(min, max, textIn(member(chunk, 'on shard')), chunk.line, isTrue(jumbo)), pasted);
      }
    }
    collection.zones = member(one, 'tags')?.items.length ?? 0;
  }
}

/** @param {Cluster} cluster @param {Value} of */
function addSizes(cluster, of) {
  const collection = cluster.collection(textIn(member(of, 'ns')), of.line);
  for (const one of member(of, 'shards')?.items ?? []) {
    const [bytes, keys] = ['ownedSizeBytes', 'numOwnedDocuments'].map((name) =>
      member(one, name) ? wholeIn(member(one, name), name, one.line) : null,
    );
    collection.sizes.set(textIn(member(one, 'shardName')), { bytes, keys });
  }
}

// ---- Documents

/** @param {Value | undefined} value */
function uuidOf(value) {
  if (!value) return '';
  if (value.kind === 'call') return textIn(value).toLowerCase().replace(/-/g, '');
  const binary = member(value, '$binary');
  const base64 = textIn(member(binary, 'base64')) || textIn(binary);
  if (base64) return Array.from(atobOf(base64), (sign) => sign.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return textIn(member(value, '$uuid')).toLowerCase().replace(/-/g, '');
}

/** @param {string} base64 */
function atobOf(base64) {
  try {
    return atob(base64);
  } catch {
    return '';
  }
}

const dashed = (/** @type {string} */ hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.+)$/, '$1-$2-$3-$4-$5');

/** @param {Cluster} cluster @param {Value} of @param {Pasted} pasted */
function addDocument(cluster, of, pasted) {
  if (of.kind !== 'map') throw new Unreadable(of.line, 'a document that is no object');
  const [min, max, shard] = ['min', 'max', 'shard'].map((name) => member(of, name));
  const [ns, id] = [textIn(member(of, 'ns')), textIn(member(of, '_id'))];
  if (min && max && shard) {
    const uuid = uuidOf(member(of, 'uuid'));
    const collection = cluster.collection(ns || uuid, of.line);
    return collection.add(chunkOf(min, max, textIn(shard), of.line, isTrue(member(of, 'jumbo'))), pasted);
  }
  const jumbo = member(of, 'tag');
  if (min && max && jumbo && ns) {
    cluster.collection(ns, of.line).zones += 1;
    return undefined;
  }
  if (member(of, 'host') && member(of, 'state')) return addShard(cluster, of);
  if (member(of, 'key')?.kind === 'map' && id.includes('.')) {
    const uuid = uuidOf(member(of, 'uuid'));
    if (uuid) cluster.names.set(uuid, id);
    cluster.collection(id, of.line).key = fieldsOf(member(of, 'key'));
    return undefined;
  }
  const lacks = min && max ? 'a shard' : 'min and max';
  throw new Unreadable(of.line, `a document without ${lacks}: it is none of config.chunks`);
}

/** @param {Cluster} cluster @param {Pasted} pasted @param {Line[]} lines */
function readDocuments(cluster, pasted, lines) {
  for (let i = 0; i < lines.length; ++i) {
    const { text, number } = lines[i];
    if (!/^\s*[[{]/.test(text)) {
      if (kMore.test(text)) cluster.cut = true;
      if (templateIn(text)) noTemplate(text, number);
      pasted.skip(number, 'text');
      continue;
    }
    if (
      number === pasted.last &&
      !pasted.ends &&
      opened(text) > 0 &&
      cluster.collections.size > 0 &&
      /^\s*\{/.test(text)
    ) {
      cluster.cut = true;
      pasted.skip(number, 'cut');
      continue;
    }
    const end = endOf(lines, i);
    const scanner = new Scanner(lines.slice(i, end));
    const value = scanner.value();
    if (!/^\s*,?\s*$/.test(scanner.tail))
      throw new Unreadable(scanner.line, `“${scanner.tail.trim().slice(0, 20)}” is no value`);
    i = end - 1;
    for (const one of value.kind === 'list' ? value.items : [value]) addDocument(cluster, one, pasted);
  }
  for (const [uuid, name] of cluster.names) {
    const [bare, named] = [cluster.collections.get(uuid), cluster.collections.get(name)];
    if (!bare || !named) continue;
    for (const chunk of bare.chunks) named.add(chunk, pasted);
    cluster.collections.delete(uuid);
  }
}

/** How many brackets a line opens and does not close. @param {string} text */
function opened(text) {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[{}[\]()]/g)) {
    if ('{[('.includes(token)) depth += 1;
    else if ('}])'.includes(token)) depth -= 1;
  }
  return depth;
}

/** Where the value that begins in a line ends: behind which line. @param {Line[]} lines @param {number} from */
function endOf(lines, from) {
  let depth = 0;
  for (let i = from; i < lines.length; ++i) {
    depth += opened(lines[i].text);
    if (depth <= 0) return i + 1;
  }
  return lines.length;
}

// ---- getShardDistribution()

/** @param {Cluster} cluster @param {Pasted} pasted @param {Line[]} lines */
function readDistribution(cluster, pasted, lines) {
  const collection = cluster.collection('', lines[0].number);
  let total = false;
  for (let i = 0; i < lines.length; ++i) {
    const { text, number } = lines[i];
    const [, name, host] = kDistribution.exec(text) ?? [];
    const next = lines[i + 1]?.text ?? '';
    if (name !== undefined && !/^\s*Shard .* contains /.test(text)) {
      const isNew = !cluster.shards.has(name);
      cluster.shard(name, host, [], false, number);
      if (!isNew) throw new Unreadable(number, `the shard ${name} is there already`);
      const found = /^\s*\{/.test(next) ? mapIn(lines, i + 1) : lineIn(next, lines[i + 1]?.number ?? number);
      i += found.rows;
      const bytes = bytesOf(found.data, 'binary');
      noTemplate(`${found.data} ${found.docs} ${found.chunks}`, number);
      const whole = [found.docs, found.chunks].every((one) => /^\d{1,18}$/.test(one));
      if (bytes === null || !whole) throw new Unreadable(found.line, `the figures of ${name} cannot be read`);
      collection.count(name, Number(found.chunks), number);
      collection.sizes.set(name, { bytes, keys: figure(BigInt(found.docs)) });
    } else if (/^\s*Totals\s*$/.test(text)) {
      total = true;
      if (/^\s*\{/.test(next)) i += mapIn(lines, i + 1).rows;
    } else if (!/^\s*(?:---|data : .*|estimated (?:data|docs) per chunk : .*|Shard .+ contains .*)\s*$/.test(text)) {
      noTemplate(text, number);
      pasted.skip(number, 'text');
    }
  }
  cluster.cut ||= !total;
  return collection;
}

/** @param {string} text @param {number} line */
function lineIn(text, line) {
  const [, data = '', docs = '', chunks = ''] =
    /^\s*data\s*:\s*(.+?)\s+docs\s*:\s*(\S+)\s+chunks\s*:\s*(\S+)\s*$/.exec(text) ?? [];
  return { data, docs, chunks, rows: 1, line };
}

/** @param {Line[]} lines @param {number} from */
function mapIn(lines, from) {
  const scanner = new Scanner(lines.slice(from));
  const value = scanner.value();
  const of = (/** @type {string} */ name) => textIn(member(value, name));
  return { data: of('data'), docs: of('docs'), chunks: of('chunks'), rows: scanner.row + 1, line: value.line };
}

// ---- The answer

const kLargest = 2n ** 63n - 1n;

/** The bounds between n initial chunks, as MongoDB cuts them. @param {number} n */
function splitPoints(n) {
  const step = (kLargest / BigInt(n)) * 2n;
  const half = BigInt(Math.floor(n / 2));
  return Array.from({ length: n - 1 }, (_, i) => {
    const above = BigInt(i + 1) - half;
    if (n % 2 === 0) return above * step;
    return above > 0n ? step / 2n + (above - 1n) * step : -(step / 2n) + above * step;
  });
}
const kMostChunks = 8192;

/** @param {Cluster} cluster @param {Collection} of */
function nodesOf({ shards }, { sizes, counts, chunks }) {
  const names = new Set([...shards.keys(), ...chunks.map(({ shard }) => shard), ...counts.keys(), ...sizes.keys()]);
  return [...names].map((name) => {
    const { hosts = [], zones = [], draining = false } = shards.get(name) ?? {};
    const { bytes = null, keys = null } = sizes.get(name) ?? {};
    return {
      name,
      ...(hosts.length > 0 && { hosts }),
      ...(zones.length > 0 && { zones }),
      ...(draining && { draining: true }),
      ...(bytes !== null && { bytes }),
      ...(keys !== null && { keys: /** @type {number} */ (keys) }),
    };
  });
}

/** What the counts and the rows do not agree on. @param {Collection} of */
function disagreeing({ counts, chunks }) {
  const found = /** @type {Map<string, number>} */ (new Map());
  for (const { shard } of chunks) found.set(shard, (found.get(shard) ?? 0) + 1);
  return [...counts].flatMap(([shard, count]) =>
    (found.get(shard) ?? 0) === count
      ? []
      : [`${shard} has ${count} chunks by their number, and ${found.get(shard) ?? 0} in the list`],
  );
}

/** @param {Collection} collection @param {Cluster} cluster @param {string} form @param {Pasted} pasted */
function readingOf(collection, cluster, form, pasted) {
  const { chunks, counts, partly, key, hashed, zones, sizes, name } = collection;
  const listed = chunks.length > 0 && !partly;
  const ordered = listed ? collection.ordered : [];
  const [first, last] = [ordered[0], ordered[ordered.length - 1]];
  const isEnd = (/** @type {import('./mongodb/shell_values.js').Bound[]} */ parts, /** @type {string} */ rank) =>
    parts.every((part) => part.rank === rank);
  const [begins, ends] = [!!first && isEnd(first.min, 'min'), !!last && isEnd(last.max, 'max')];
  const points = ordered.length > 0 && ordered.length <= kMostChunks ? splitPoints(ordered.length) : [];
  const usual = begins && ends && hashed && points.every((point, i) => ordered[i].to === String(point));
  const jumbo = ordered.filter((chunk) => chunk.jumbo).map(({ from, to }) => `[${from}, ${to})`);
  const warnings = listed ? disagreeing(collection) : [];
  const total = [...sizes.values()].reduce((sum, { bytes }) => (bytes === null ? sum : sum.add(bytes)), new Sum());
  const notes = [
    ...(zones > 0 ? [`${zones} ranges of zones, which Reshard does not show`] : []),
    ...(jumbo.length > 0 ? [`jumbo: ${jumbo.slice(0, 10).join(', ')}`] : []),
    ...(hashed && listed && begins && ends && !usual ? ['the chunks are not those that MongoDB first cuts'] : []),
  ];
  return {
    ...{ system: 'mongodb', form, strategy: /** @type {const} */ ('table'), key: usual ? 'mongodb' : null },
    ...(key && { key_expression: `{ ${key.map(([field, of]) => `${field}: ${of}`).join(', ')} }` }),
    nodes: nodesOf(cluster, collection),
    entries: listed
      ? {
          kind: 'ranges',
          rows: ordered.map(({ from, to, shard, line }) => ({
            id: `[${from}, ${to})`,
            owner: shard,
            replicas: /** @type {string[]} */ ([]),
            line,
          })),
        }
      : { kind: 'ranges', rows: [], counts },
    ...(sizes.size > 0 && { sizes: { total_bytes: total.value, rounded: form === kDistributionForm } }),
    ...(warnings.length > 0 && { warnings }),
    ...(notes.length > 0 && { notes }),
    skipped: pasted.skipped,
    cannot_know: [
      'requests',
      ...(sizes.size > 0 ? [] : ['sizes']),
      ...(listed ? [] : ['which ranges each shard has']),
      ...(key ? [] : ['whether the key is hashed']),
      ...(usual ? ['the type of the shard key: the link has text'] : []),
      ...(/^[0-9a-f]{32}$/.test(name) ? [`name of the collection (UUID ${dashed(name)})`] : []),
      ...(name === '' ? ['name of the collection'] : []),
      ...(first && !begins ? [`who has the keys below ${first.from}`] : []),
      ...(last && !ends ? [`who has the keys from ${last.to} on`] : []),
      ...(cluster.cut ? ['what comes after the end of the text'] : []),
    ],
  };
}
const kDistributionForm = 'getShardDistribution';

/** @param {Pasted} pasted @param {{choose?: string}} asked @returns {Reading} */
function read(pasted, { choose }) {
  const lines = pasted.body(kMark).filter(({ text }) => /\S/.test(text));
  const has = (/** @type {RegExp} */ mark) => lines.some(({ text }) => mark.test(text));
  const cluster = new Cluster();
  const script = lines.find(({ text }) => kScript.test(text));
  const old = has(kStatus) || has(kChunkLine);
  const form = old || has(kStatusOf) ? 'sh.status' : has(kDistribution) ? kDistributionForm : 'config.chunks';
  if (script && form !== 'sh.status')
    throw new Unreadable(script.number, 'a script that changes a cluster, and does not say where its ranges are');
  if (old) {
    const status = new OldStatus(cluster, pasted);
    for (const line of lines) status.add(line);
  } else if (form === 'sh.status') readMongosh(cluster, pasted, lines);
  else if (form === kDistributionForm) readDistribution(cluster, pasted, lines);
  else readDocuments(cluster, pasted, lines);
  const all = [...cluster.collections.values()].filter(({ chunks, counts }) => chunks.length + counts.size > 0);
  if (all.length === 0) throw new Unreadable(pasted.last, 'the text has no sharded collection with its chunks');
  const shownName = (/** @type {Collection} */ { name }) => (/^[0-9a-f]{32}$/.test(name) ? dashed(name) : name);
  const usual = all.find(({ chunks, partly }) => chunks.length > 0 && !partly) ?? all[0];
  const reading = chosen(
    all.map((one) => ({ name: shownName(one), read: () => readingOf(one, cluster, form, pasted) })),
    choose ?? (all.length > 1 && allFit(all) ? shownName(usual) : undefined),
  );
  if (all.length > 1 || !all[0].name.includes('.')) return { ...reading, skipped: pasted.skipped };
  const { system, form: _, ...rest } = reading;
  return { system, form, choices: [all[0].name], choice: all[0].name, ...rest, skipped: pasted.skipped };
}
const allFit = (/** @type {Collection[]} */ all) => all.some(({ chunks, partly }) => chunks.length > 0 && !partly);

const kBounds = /"?\bmin"?\s*:\s*\{.*"?\bmax"?\s*:/;
const kMarks = [kStatus, kStatusOf, kChunkLine, /^\s*Shard .+ at \S+\s*$/, kBounds, kScript];
const kMark = new RegExp(kMarks.map(({ source }) => source).join('|'));

/** @param {Pasted} pasted */
function fits({ filled }) {
  const has = (/** @type {RegExp} */ mark) => filled.some(({ text }) => mark.test(text));
  if (has(kStatus) || has(kStatusOf) || has(kChunkLine) || has(kScript)) return 2;
  if (has(kDistribution) && has(/^\s*(?:data\s*:|\{)/)) return 2;
  if (!has(/^\s*[[{]/)) return 0;
  return has(/\bmin["']?\s*:\s*\{/) && has(/\bmax["']?\s*:\s*\{/) && has(/\bshard["']?\s*:\s*["']/) ? 2 : 0;
}

export default { system: 'mongodb', title: 'MongoDB', fits, read };
