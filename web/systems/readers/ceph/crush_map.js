// CRUSH maps: crushtool's text and the JSON of `ceph osd crush dump`.
import { itemsOf, memberOf, textOf } from '../../reading/json.js';
import { Unreadable, noTemplate } from '../../reading/form.js';

/** @typedef {import('../../reading/pasted.js').Line} Line */
/** @typedef {import('../../reading/json.js').Tree} Tree */
/** @typedef {{name: string, weight: number, line: number}} Item of a bucket */
/** @typedef {{type: string, name: string, alg: string, items: Item[], line: number, id: string}} Bucket */
/**
 * @typedef {{name: string, takes: {name: string, class: string}[], domain: string, steps: string[]}} Rule `domain`: ''
 *   if unknown
 */
/** @typedef {{id: number, name: string, class: string}} Device */
/**
 * @typedef {{devices: Map<string, Device>, buckets: Map<string, Bucket>, rules: Rule[], weightSets: boolean, tunables:
 *   Map<string, string>, skipped: Line[], last: number}} CrushMap
 */
/** @typedef {{device: Device, weight: number, path: Map<string, string>, root: string}} Leaf */

const kDeepest = 50;
const kName = String.raw`([^\s{}]+)`;
const kBlock = new RegExp(String.raw`^${kName}\s+${kName}\s*\{$`);
const kItem = new RegExp(String.raw`^item\s+${kName}(?:\s+weight\s+(\d+(?:\.\d+)?))?(?:\s+pos\s+\d+)?$`);
const kTake = new RegExp(String.raw`^step\s+take\s+${kName}(?:\s+class\s+${kName})?$`);
const kChoose = /^step\s+(?:choose|chooseleaf)\s+(?:firstn|indep)\s+-?\d+\s+type\s+(\S+)$/;
// What stands in blocks and has no effect on the tree.
const kOfBlock = /^(?:id\s+-?\d+|alg\s+\w+|hash\s+\S+|type\s+\w+|(?:min|max)_size\s+\d+|ruleset\s+\d+|step\s+\S.*)/;

/** @returns {CrushMap} */
const emptyMap = () => ({
  devices: new Map(),
  buckets: new Map(),
  rules: [],
  weightSets: false,
  tunables: new Map(),
  skipped: [],
  last: 1,
});

class CrushText {
  map = emptyMap();
  #open = /** @type {?{bucket?: Bucket, rule?: Rule, name: string, line: number}} */ (null);
  #depth = 0;

  /** @param {Line} line */
  take({ number, text }) {
    const plain = text.replace(/#.*$/, '').trim();
    if (plain === '') return;
    this.map.last = number;
    noTemplate(plain, number);
    if (this.#depth > 0) return this.#weightSet(plain);
    if (this.#open) return this.#inside(number, plain);
    const device = /^device\s+(\d+)\s+(\S+)(?:\s+class\s+(\S+))?$/.exec(plain);
    const block = kBlock.exec(plain);
    const tunable = /^tunable\s+(\S+)\s+(\d+)$/.exec(plain);
    if (device) this.#device(device, number);
    else if (block) this.#begin(block[1], block[2], number);
    else if (tunable) this.map.tunables.set(tunable[1], tunable[2]);
    else if (!/^type\s+\d+\s+\S+$/.test(plain)) this.map.skipped.push({ number, text });
  }

  /** @param {RegExpExecArray} found @param {number} line */
  #device([, id, name, of = ''], line) {
    if (this.map.devices.has(name)) throw new Unreadable(line, `the device ${name} twice`);
    this.map.devices.set(name, { id: Number(id), name, class: of });
  }

  /** @param {string} type @param {string} name @param {number} line */
  #begin(type, name, line) {
    if (type === 'choose_args') {
      this.map.weightSets = true;
      this.#depth = 1;
    } else if (type === 'rule') {
      const rule = { name, takes: [], domain: '', steps: [] };
      this.map.rules.push(rule);
      this.#open = { rule, name, line };
    } else {
      const before = this.map.buckets.get(name);
      if (before) throw new Unreadable(line, `the bucket ${name} twice: it is in line ${before.line} already`);
      const bucket = { type, name, alg: 'straw2', items: [], line, id: '' };
      this.map.buckets.set(name, bucket);
      this.#open = { bucket, name, line };
    }
  }

  /** @param {string} plain */
  #weightSet(plain) {
    this.#depth += (plain.match(/\{/g) ?? []).length - (plain.match(/\}/g) ?? []).length;
  }

  /** @param {number} line @param {string} plain */
  #inside(line, plain) {
    if (plain === '}') return void (this.#open = null);
    const { bucket, rule } = this.#open ?? {};
    const item = bucket && kItem.exec(plain);
    const take = rule && kTake.exec(plain);
    const choose = rule && kChoose.exec(plain);
    const [, alg] = /^alg\s+(\w+)$/.exec(plain) ?? [];
    const [, id] = /^id\s+(-\d+)$/.exec(plain) ?? [];
    if (rule && /^step\s/.test(plain)) rule.steps.push(plain.replace(/^step\s+/, '').replace(/\s+/g, ' '));
    if (item) bucket.items.push({ name: item[1], weight: Number(item[2] ?? 0), line });
    else if (take) rule.takes.push({ name: take[1], class: take[2] ?? '' });
    else if (choose) rule.domain = choose[1];
    else if (bucket && alg) bucket.alg = alg;
    else if (bucket && id) bucket.id = id;
    else if (!kOfBlock.test(plain))
      throw new Unreadable(line, `“${plain.slice(0, 40)}” stands in no ${bucket ? 'bucket' : 'rule'}`);
  }

  /** @param {number} last the text's last line */
  finish(last) {
    if (this.#open?.bucket) {
      throw new Unreadable(last, `the text ends inside the bucket ${this.#open.name}: the tree above it is not known`);
    }
    if (this.#open?.rule) throw new Unreadable(last, `the text ends inside the rule ${this.#open.name}`);
    return this.map;
  }
}

/** @param {Line[]} lines @param {number} last */
export function crushText(lines, last) {
  const text = new CrushText();
  for (const line of lines) text.take(line);
  return text.finish(last);
}

/** @param {Tree | undefined} of @param {string} member @param {number} line */
function need(of, member, line) {
  const text = textOf(memberOf(of, member));
  if (text === undefined) throw new Unreadable(of?.line ?? line, `the member “${member}” is missing`);
  noTemplate(text, of?.line ?? line);
  return text;
}

/** @param {Tree} json of `ceph osd crush dump` @returns {CrushMap} */
export function crushDump(json) {
  const map = emptyMap();
  const names = /** @type {Map<string, string>} */ (new Map());
  for (const device of itemsOf(memberOf(json, 'devices'))) {
    const [id, name] = [need(device, 'id', json.line), need(device, 'name', json.line)];
    names.set(id, name);
    map.devices.set(name, { id: Number(id), name, class: textOf(memberOf(device, 'class')) ?? '' });
  }
  const buckets = itemsOf(memberOf(json, 'buckets'));
  for (const bucket of buckets) names.set(need(bucket, 'id', json.line), need(bucket, 'name', json.line));
  for (const bucket of buckets) {
    const [name, type] = [need(bucket, 'name', json.line), need(bucket, 'type_name', json.line)];
    if (name.includes('~')) continue;
    const before = map.buckets.get(name);
    if (before) throw new Unreadable(bucket.line, `the bucket ${name} twice: it is in line ${before.line} already`);
    const items = itemsOf(memberOf(bucket, 'items')).map((item) => {
      const id = need(item, 'id', bucket.line);
      return { name: names.get(id) ?? id, weight: Number(need(item, 'weight', bucket.line)) / 65_536, line: item.line };
    });
    const alg = textOf(memberOf(bucket, 'alg')) ?? 'straw2';
    map.buckets.set(name, { type, name, alg, items, line: bucket.line, id: need(bucket, 'id', json.line) });
  }
  map.rules = itemsOf(memberOf(json, 'rules')).map(ruleOf);
  for (const [name, value] of memberOf(json, 'tunables')?.members ?? []) map.tunables.set(name, textOf(value) ?? '');
  const sets = memberOf(json, 'choose_args');
  map.weightSets = (sets?.members?.size ?? 0) > 0;
  return map;
}

/** @param {Tree} json @returns {Rule} */
function ruleOf(json) {
  const rule = /** @type {Rule} */ ({ name: need(json, 'rule_name', json.line), takes: [], domain: '', steps: [] });
  for (const step of itemsOf(memberOf(json, 'steps'))) {
    const op = textOf(memberOf(step, 'op')) ?? '';
    const [name, kind = ''] = (textOf(memberOf(step, 'item_name')) ?? '').split('~');
    if (op === 'take') rule.takes.push({ name, class: kind });
    else if (op.startsWith('choose')) rule.domain = textOf(memberOf(step, 'type')) ?? '';
    const of = op.startsWith('choose') ? ` ${textOf(memberOf(step, 'num'))} type ${rule.domain}` : '';
    rule.steps.push(op === 'take' ? `take ${name}` : `${op.replace('_', ' ')}${of}`);
  }
  return rule;
}

/** The names of the buckets that are in no other. @param {CrushMap} map */
export function rootsOf({ buckets }) {
  const inside = new Set([...buckets.values()].flatMap(({ items }) => items.map(({ name }) => name)));
  return [...buckets.keys()].filter((name) => !inside.has(name));
}

/**
 * The devices below a bucket, each with the buckets above it.
 * @param {CrushMap} map
 * @param {string} from
 * @param {string} of their class; '' for all
 */
export function leavesOf(map, from, of) {
  const leaves = /** @type {Leaf[]} */ ([]);
  const seen = /** @type {Map<string, Item>} */ (new Map());
  /** @param {Bucket} bucket @param {Map<string, string>} above @param {number} depth */
  const walk = (bucket, above, depth) => {
    if (depth > kDeepest) throw new Unreadable(bucket.line, `the bucket ${bucket.name} is inside itself`);
    const path = new Map([...above, [bucket.type, bucket.name]]);
    for (const item of bucket.items) {
      const before = seen.get(item.name);
      if (before)
        throw new Unreadable(item.line, `${item.name} is in two buckets (the other is in line ${before.line})`);
      seen.set(item.name, item);
      const inner = map.buckets.get(item.name);
      const device = map.devices.get(item.name);
      if (inner) walk(inner, path, depth + 1);
      else if (!device) throw new Unreadable(item.line, `the item ${item.name} is not in the map`);
      else if (of === '' || device.class === of) leaves.push({ device, weight: item.weight, path, root: from });
    }
  };
  const top = map.buckets.get(from);
  if (top) walk(top, new Map(), 0);
  return leaves;
}

/** Items whose weight is not the sum of what is in them. @param {CrushMap} map */
export function wrongSums(map) {
  return [...map.buckets.values()].flatMap(({ items }) =>
    items.flatMap(({ name, weight, line }) => {
      const inner = map.buckets.get(name);
      const sum = inner?.items.reduce((all, item) => all + item.weight, 0) ?? weight;
      const close = Math.abs(sum - weight) <= 0.001 * (1 + (inner?.items.length ?? 0));
      return close ? [] : [`line ${line}: ${name} weighs ${weight.toFixed(3)} here and its items ${sum.toFixed(3)}`];
    }),
  );
}
