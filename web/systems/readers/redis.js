// Redis Cluster and Valkey: CLUSTER NODES (and the file nodes.conf), SHARDS, SLOTS and SLOT-STATS as redis-cli prints
// them, and the reports of `redis-cli --cluster check` and `info`.
import { Unreadable, noTemplate } from '../reading/form.js';
import { Servers, addressOf, kSlots, nameOf, plainAddress, rangeOf, wholeOf } from './redis/servers.js';
import { isReplyLine, members, printedReply } from './redis/resp.js';

/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/pasted.js').Line} Line */
/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('./redis/servers.js').Server} Server */
/** @typedef {import('./redis/resp.js').Reply} Reply */

const kNode = /^([0-9a-f]{40}) (\S+) (\S+) ([0-9a-f]{40}|-) (\d+) (\d+) (\d+) (connected|disconnected)((?: \S+)*)\s*$/;
const kBegins = /^[0-9a-f]{40}(?: |$)/;
const kOpen = /^\[(\d+)-([<>])-([0-9a-f]{40})\]$/;
const kNotUp = ['fail', 'fail?', 'handshake', 'noaddr'];

/**
 * A line of CLUSTER NODES as commands need it: whoever cannot be reached, too.
 * @param {RegExpExecArray} found @param {number} line
 * @returns {import('../reading/form.js').Instance}
 */
function instanceOf([, id, address, flagged, master, , , , link, tail], line) {
  const flags = flagged.split(',');
  const why = kNotUp.find((flag) => flags.includes(flag)) ?? (link === 'disconnected' ? link : '');
  const kind = flags.includes('master') ? 'master' : flags.includes('slave') ? 'slave' : '';
  const slots = tail.split(' ').filter((word) => /^\d/.test(word));
  return {
    ...{ id, address: address.replace(/[@,].*$/, ''), kind, master, why, line },
    slots: slots.map((word) => rangeOf(word, line)),
  };
}

/** A line of CLUSTER NODES, or why it is none. @param {Servers} cluster @param {Pasted} pasted @param {Line} line */
function addNode(cluster, pasted, { number, text }) {
  const found = kNode.exec(text);
  if (!found) return pasted.skip(number, kBegins.test(text) ? 'cut' : 'text');
  const [, id, address, flagged, master, , , , , tail] = found;
  cluster.listed?.push(instanceOf(found, number));
  const flags = flagged.split(',');
  if (flags.includes('handshake')) return pasted.skip(number, 'handshake');
  const isMaster = flags.includes('master');
  const { name, host, zone, known } = addressOf(flags.includes('noaddr') ? '' : address, id);
  if (!known && !isMaster) return pasted.skip(number, 'no address');
  if (!known) cluster.cannotKnow.push(`address of ${name}`);
  if (cluster.servers.has(id)) return pasted.skip(number, 'duplicate');
  const words = tail.trim().split(' ').filter(Boolean);
  const slots = words.filter((word) => !word.startsWith('[')).map((word) => rangeOf(word, number));
  const state = { down: flags.includes('fail'), suspected: flags.includes('fail?') };
  const of = isMaster ? null : master;
  cluster.add({ id, name, address: name, host, zone, slots, ...state, master: of, line: number });
  return words.filter((word) => word.startsWith('[')).map((word) => ({ id, word, line: number }));
}

/** @param {Servers} cluster @param {Pasted} pasted @param {Line[]} lines */
function readNodes(cluster, pasted, lines) {
  cluster.listed = [];
  const open = lines.flatMap((line) => {
    noTemplate(line.text, line.number);
    return addNode(cluster, pasted, line) || [];
  });
  for (const { id, word, line } of open) {
    const [, slot, way, other] = kOpen.exec(word) ?? [];
    if (slot === undefined) throw new Unreadable(line, `“${word.slice(0, 60)}” is no open slot`);
    rangeOf(slot, line);
    cluster.halfMoved.push({ slot: Number(slot), to: way === '>' ? other : id, line });
    const [mine, theirs] = [cluster.name(id), cluster.name(other)];
    if (way === '>') cluster.moves(Number(slot), mine, theirs);
    else cluster.moves(Number(slot), theirs, mine);
  }
  if (open.length > 0) cluster.cannotKnow.push('open slots of the other nodes');
}

/**
 * @typedef {{id: string, ip: string, port: string, host: string, role: string, health: string, zone: string}} Member
 */

/** @param {Reply} reply a node of CLUSTER SHARDS @returns {Member} */
function memberOf(reply) {
  const of = members(reply);
  const text = (/** @type {string} */ name) => String(of.get(name) ?? '');
  return {
    id: text('id'),
    ip: text('ip') || text('endpoint'),
    port: text('port') || text('tls-port'),
    host: text('hostname'),
    role: text('role'),
    health: text('health'),
    zone: text('availability-zone'),
  };
}

/** @param {Servers} cluster @param {{slots: number[], nodes: Member[]}[]} shards @param {number} line */
function addShards(cluster, shards, line) {
  cluster.cannotKnow.push('open slots');
  for (const { slots, nodes } of shards) {
    if (slots.length % 2 === 1) throw new Unreadable(line, 'a shard’s slots are no pairs of the first and the last');
    const masters = nodes.filter(({ role }) => role === 'master');
    const master = masters.find(({ health }) => health !== 'fail') ?? masters[0] ?? nodes[0];
    if (!master) continue;
    for (const { id, ip, port, host, role, health, zone } of nodes) {
      const ranges = /** @type {[number, number][]} */ ([]);
      if (id === master.id) for (let i = 0; i + 1 < slots.length; i += 2) ranges.push([slots[i], slots[i + 1]]);
      const down = health === 'fail';
      const of = role === 'master' ? null : master.id;
      const at = { name: nameOf(ip, port), address: plainAddress(ip, port), host, zone };
      cluster.add({ id, ...at, down, suspected: false, master: of, slots: ranges, line });
    }
  }
}

const numbers = (/** @type {Reply | undefined} */ list) => (Array.isArray(list) ? list.map(wholeOf) : []);
const list = (/** @type {Reply | undefined} */ reply) => (Array.isArray(reply) ? reply : []);

/** @param {Reply} reply */
const shardsOf = (reply) =>
  list(reply).map((shard) => {
    const of = members(shard);
    return { slots: numbers(of.get('slots')), nodes: list(of.get('nodes')).map(memberOf) };
  });

/** CLUSTER SLOTS: from, to, the master, its replicas. @param {Servers} cluster @param {Reply} reply */
function addSlots(cluster, reply) {
  cluster.cannotKnow.push('open slots', 'masters without slots');
  for (const row of list(reply)) {
    const [first, last, ...servers] = list(row);
    servers.forEach((server, i) => {
      const [ip, port, given, more] = list(server);
      if (ip === undefined || port === undefined) throw new Unreadable(1, 'a range of slots without its servers');
      const name = nameOf(String(ip), String(port));
      const id = String(given ?? name);
      const host = String(members(more ?? []).get('hostname') ?? '');
      const [masterIp, masterPort, masterId] = list(servers[0]);
      const master = i === 0 ? null : String(masterId ?? nameOf(String(masterIp), String(masterPort)));
      const address = plainAddress(String(ip ?? '?'), String(port));
      const none = { address, host, zone: '', down: false, suspected: false, slots: [], line: 1 };
      if (!cluster.servers.has(id)) cluster.add({ id, name, master, ...none });
      if (i === 0) cluster.servers.get(id)?.slots.push([wholeOf(first), wholeOf(last)]);
    });
  }
}

/** @param {Reply} reply @param {number} line @returns {{slot: number, figures: Map<string, Reply>}[]} of SLOT-STATS */
const statsOf = (reply, line) =>
  list(reply).map((row) => {
    const [slot, figures] = [String(list(row)[0]), members(list(row)[1])];
    const odd = [slot, ...figures.values()].find((value) => !/^\d+$/.test(String(value)));
    if (odd !== undefined) throw new Unreadable(line, 'a slot or one of its figures is no whole number');
    return { slot: rangeOf(slot, line)[0], figures };
  });

const figureOf = (/** @type {bigint} */ value) =>
  value > BigInt(Number.MAX_SAFE_INTEGER) ? String(value) : Number(value);

const sum = (/** @type {ReturnType<typeof statsOf>} */ stats, /** @type {string} */ figure) => {
  const all = stats.reduce((total, { figures }) => total + BigInt(String(figures.get(figure) ?? 0)), 0n);
  return figureOf(all);
};

/** What a slot has cost since its server has it. @param {Map<string, Reply>} figures */
function loadsOf(figures) {
  const [cpu, came, went] = ['cpu-usec', 'network-bytes-in', 'network-bytes-out'].map((name) => figures.get(name));
  const network = BigInt(String(came ?? 0)) + BigInt(String(went ?? 0));
  return {
    ...(cpu !== undefined && { cpu: Number(cpu) }),
    ...(came !== undefined && went !== undefined && { network: figureOf(network) }),
  };
}

/** Loads of slots, alone or beside the nodes that have them. @param {Reading | null} nodes @param {Pasted} pasted */
function withStats(nodes, pasted, /** @type {ReturnType<typeof statsOf>} */ stats) {
  const sizes = {
    keys: sum(stats, 'key-count'),
    cpu_usec: sum(stats, 'cpu-usec'),
    bytes_in: sum(stats, 'network-bytes-in'),
    bytes_out: sum(stats, 'network-bytes-out'),
  };
  const rest = kSlots - stats.length;
  if (!nodes) {
    const rows = stats.map(({ slot, figures }) => {
      const [keys, requests] = [Number(figures.get('key-count')), Number(figures.get('cpu-usec') ?? 0)];
      return { id: `${slot}`, owner: null, replicas: [], rows: keys, requests };
    });
    const unknown = ['owners of the slots', 'sizes in bytes', ...(rest ? [`the other ${rest} slots`] : [])];
    const of = { system: 'redis', form: 'slot-stats', strategy: null, key: 'redis_slots', nodes: [], sizes };
    return { ...of, entries: { kind: 'slots', rows }, skipped: pasted.skipped, cannot_know: unknown };
  }
  const bySlot = new Map(stats.map(({ slot, figures }) => [`${slot}`, figures]));
  const keys = /** @type {Map<string, number>} */ (new Map());
  for (const row of nodes.entries.rows) {
    const figures = bySlot.get(row.id);
    if (!figures) continue;
    const rows = Number(figures.get('key-count') ?? 0);
    Object.assign(row, { rows, ...loadsOf(figures) });
    if (row.owner !== null) keys.set(row.owner, (keys.get(row.owner) ?? 0) + rows);
  }
  for (const node of nodes.nodes) if (keys.has(node.name)) node.keys = keys.get(node.name);
  const unknown = ['sizes in bytes', ...(rest ? [`figures of ${rest} slots`] : [])];
  const cannot = [...nodes.cannot_know.filter((what) => what !== 'sizes'), ...unknown];
  return { ...nodes, sizes, cannot_know: cannot };
}

/** Without a terminal, redis-cli prints names and values one a line. @param {Line[]} lines */
function pipedShards(lines) {
  const words = lines.map(({ text }) => text.trim());
  const shards = /** @type {{slots: number[], nodes: Member[]}[]} */ ([]);
  let at = 0;
  while (words[at] === 'slots') {
    const nodesAt = words.indexOf('nodes', at);
    if (nodesAt < 0) throw new Unreadable(lines[lines.length - 1].number, 'the reply ends before a shard’s nodes');
    const next = words.indexOf('slots', nodesAt);
    const pairs = words.slice(nodesAt + 1, next < 0 ? undefined : next);
    const nodes = /** @type {string[][]} */ ([]);
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      if (pairs[i] === 'id') nodes.push([]);
      nodes[nodes.length - 1]?.push(pairs[i], pairs[i + 1]);
    }
    shards.push({ slots: words.slice(at + 1, nodesAt).map(wholeOf), nodes: nodes.map(memberOf) });
    at = next < 0 ? words.length : next;
  }
  return shards;
}

const kInfo = /^(\S+) \(([0-9a-f]{8})\.\.\.\) -> (\d+) keys \| (\d+) slots \| (\d+) (?:slaves|replicas)\.\s*$/;
const kServer = /^([MS]): ([0-9a-f]{40}) (\S+)\s*$/;
const kWarned = /^\[WARNING\] Node (\S+) has slots in (migrating|importing) state ([\d,]+)\./;
const kSaid = /^(?:\[(?:OK|ERR|WARNING)\]|>>> |[\d.]+ keys per slot|\s+slots:|\s+\d+ additional|\s+replicates )/;

/** `redis-cli --cluster info`, and the head of `check`. @param {Pasted} pasted @returns {Reading} */
function readInfo(pasted) {
  const seen = /** @type {Map<string, {text: string, number: number}>} */ (new Map());
  const nodes = pasted.filled.flatMap(({ number, text }) => {
    const found = kInfo.exec(text);
    const before = found && seen.get(found[1]);
    if (before && before.text !== text.trim()) {
      throw new Unreadable(number, `${found[1]} has another line already (line ${before.number})`);
    }
    if (before) pasted.skip(number, 'duplicate');
    else if (found) seen.set(found[1], { text: text.trim(), number });
    else if (!kSaid.test(text)) pasted.skip(number, 'text');
    return found && !before ? [{ name: found[1], slots: Number(found[4]), keys: Number(found[3]) }] : [];
  });
  const of = { system: 'redis', form: 'info', strategy: null, key: 'redis_slots', nodes };
  const cannot = ['which slots each master has', 'sizes in bytes'];
  return { ...of, entries: { kind: 'none', rows: [] }, skipped: pasted.skipped, cannot_know: cannot };
}

/** @param {Pasted} pasted @returns {Reading} */
function readCheck(pasted) {
  const cluster = new Servers('check', pasted);
  const keys = /** @type {Map<string, number>} */ (new Map());
  const states = /** @type {{slot: number, name: string, migrating: boolean, line: number}[]} */ ([]);
  let last = /** @type {?Server} */ (null);
  for (const { number, text } of pasted.filled) {
    const server = kServer.exec(text);
    const info = kInfo.exec(text);
    const warned = kWarned.exec(text);
    const slots = /^\s+slots:\s*(\S*) \(\d+ slots\)/.exec(text);
    const master = /^\s+replicates ([0-9a-f]{40})/.exec(text);
    if (info) keys.set(info[1], Number(info[3]));
    else if (server) {
      const [, kind, id, name] = server;
      const none = { host: '', zone: '', down: false, suspected: false, slots: [], line: number };
      const at = { name: addressOf(name, id).name, address: name };
      cluster.add((last = { id, ...at, master: kind === 'M' ? null : '', ...none }));
    } else if (slots && last) last.slots = slotsOf(slots[1], number);
    else if (master && last) last.master = master[1];
    else if (warned) {
      for (const slot of warned[3].split(',').filter(Boolean)) {
        const migrating = warned[2] === 'migrating';
        states.push({ slot: rangeOf(slot, number)[0], name: warned[1], migrating, line: number });
      }
    } else if (!kSaid.test(text)) pasted.skip(number, 'text');
  }
  for (const server of cluster.servers.values()) server.keys = keys.get(server.name);
  const idOf = (/** @type {string} */ of) => [...cluster.servers.values()].find(({ name }) => name === of)?.id ?? '';
  for (const { slot, name, migrating, line } of states) {
    const other = states.find((state) => state.slot === slot && state.migrating !== migrating);
    if (migrating && other) cluster.moves(slot, name, other.name);
    if (!migrating || !other) cluster.halfMoved.push({ slot, to: migrating ? '' : idOf(name), line });
  }
  return cluster.reading();
}

/** “[0-5460],[7]”. @param {string} text @param {number} line */
const slotsOf = (text, line) =>
  text === '' ? [] : text.split(',').map((one) => rangeOf(one.replace(/[[\]]/g, ''), line));

/** @param {Pasted} pasted @returns {Reading} */
function readJson(pasted) {
  const cluster = new Servers('cluster-shards', pasted);
  const line = pasted.filled[0].number;
  /** @type {{slots?: unknown, nodes?: unknown}[]} */
  let shards;
  try {
    shards = JSON.parse(pasted.text);
  } catch {
    throw new Unreadable(pasted.last, 'the JSON ends in the middle, or is none');
  }
  const typed = shards.map((shard) => {
    const { slots, nodes } = shard ?? {};
    if (!Array.isArray(slots) || !Array.isArray(nodes)) throw new Unreadable(line, 'a shard without slots or nodes');
    return { slots: slots.map(wholeOf), nodes: nodes.map((node) => memberOf(new Map(Object.entries(node ?? {})))) };
  });
  addShards(cluster, typed, line);
  return cluster.reading();
}

/** The replies of a text, each the lines from one “1) ” at its beginning to the next. @param {Line[]} lines */
function printed(lines) {
  const first = lines[0]?.number ?? 1;
  const reply = printedReply(lines);
  return { reply, first };
}

/** @param {Pasted} pasted @returns {Reading} */
function readReplies(pasted) {
  const replies = pasted.filled.filter(({ text }) => isReplyLine(text));
  const others = pasted.filled.filter(({ text }) => !isReplyLine(text));
  const { reply, first } = printed(replies);
  const [row] = list(reply);
  if (members(row).has('slots') || (row instanceof Map && row.has('nodes'))) {
    const cluster = new Servers('cluster-shards', pasted);
    for (const { number } of others) pasted.skip(number, 'text');
    addShards(cluster, shardsOf(reply), first);
    return cluster.reading();
  }
  if (list(row)[1] instanceof Map || Array.isArray(list(row)[1])) {
    const stats = statsOf(reply, first);
    if (!others.some(({ text }) => kNode.test(text))) {
      for (const { number } of others) pasted.skip(number, 'text');
      return withStats(null, pasted, stats);
    }
    const cluster = new Servers('cluster-nodes', pasted);
    readNodes(cluster, pasted, others);
    return withStats(cluster.reading(), pasted, stats);
  }
  const cluster = new Servers('cluster-slots', pasted);
  for (const { number } of others) pasted.skip(number, 'text');
  addSlots(cluster, reply);
  return cluster.reading();
}

/** @param {Pasted} pasted @returns {Reading} */
function read(pasted) {
  const lines = pasted.filled;
  if (isError(pasted)) throw new Unreadable(lines[0].number, 'the server answered with an error');
  if (/^\s*\[\s*\{/.test(pasted.text)) return readJson(pasted);
  if (lines.some(({ text }) => kServer.test(text))) return readCheck(pasted);
  if (lines.some(({ text }) => kInfo.test(text))) return readInfo(pasted);
  if (lines.some(({ text }) => isReplyLine(text))) return readReplies(pasted);
  if (lines[0]?.text.trim() === 'slots') {
    const cluster = new Servers('cluster-shards', pasted);
    addShards(cluster, pipedShards(lines), lines[0].number);
    return cluster.reading();
  }
  const vars = lines.filter(({ text }) => /^vars currentEpoch \d+/.test(text));
  const cluster = new Servers(vars.length > 0 ? 'nodes.conf' : 'cluster-nodes', pasted);
  readNodes(
    cluster,
    pasted,
    lines.filter((line) => !vars.includes(line)),
  );
  return cluster.reading();
}

const isError = (/** @type {Pasted} */ { filled }) => /^\(error\) /.test(filled[0]?.text ?? '');

/** @param {Pasted} pasted */
function fits(pasted) {
  const { filled, text } = pasted;
  const any = (/** @type {RegExp} */ pattern) => filled.some((line) => pattern.test(line.text));
  if (isError(pasted) || any(kNode) || any(kServer) || any(kInfo)) return 2;
  if (any(/^\s*1\) 1[)#] "slots"/) || any(/"key-count"/)) return 2;
  if (any(/^\s*1\) 1\) \(integer\) \d+$/) && any(/^\s+2\) \(integer\) \d+$/)) return 2;
  if (filled[0]?.text.trim() === 'slots' && any(/^nodes$/) && any(/^replication-offset$/)) return 2;
  return /^\s*\[\s*\{\s*"(?:slots|nodes)"/.test(text) && text.includes('"replication-offset"') ? 2 : 0;
}

export default { system: 'redis', title: 'Redis Cluster', fits, read };
