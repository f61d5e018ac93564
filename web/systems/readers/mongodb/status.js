// sh.status() of both shells: the old one prints lines, mongosh sections with values.
import { Unreadable, noTemplate } from '../../reading/form.js';
import { chunkOf } from './collections.js';
import { addShard, fieldsOf, isTrue, member, textIn, wholeIn } from './members.js';
import { Scanner } from './shell_values.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../../reading/pasted.js').Line} Line */
/** @typedef {import('./collections.js').Cluster} Cluster */
/** @typedef {import('./collections.js').Collection} Collection */
/** @typedef {import('./shell_values.js').Value} Value */

export const kStatus = /^\s*--- Sharding Status ---\s*$/;
export const kStatusOf = /^shardingVersion\s*$/;
export const kChunkLine = /\}\s*-->>\s*\{.*\}\s*on\s*:/;
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
const kTooMany = 'too many chunks to print';

/** What the old shell prints, line by line. */
export class OldStatus {
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

/** @param {Cluster} cluster @param {Pasted} pasted @param {Line[]} lines */
export function readMongosh(cluster, pasted, lines) {
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
