// nginx: `hash` in an upstream, of a configuration or of all its files as `nginx -T` prints them.
import { chosen } from '../reading/choices.js';
import { Words } from './nginx/words.js';
import { Unreadable } from '../reading/form.js';
import { addressOf } from '../shared/rules.js';

/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/pasted.js').Line} Line */
/** @typedef {import('./nginx/words.js').Statement} Statement */
/** @typedef {import('../reading/masks.js').Masks} Masks */
/** @typedef {{path: string, masks: Masks, statements: Statement[]}} File `path`: of a dump, or empty */
/** @typedef {{name: string, line: number, masks: Masks, statements: Statement[]}} Upstream its includes resolved */
/** @typedef {{name: string, weight: number, down?: boolean}} Server */

const kUpstream = /^(?:[^#'"]*[;{}])?\s*upstream\s+\S.*\{|^\s*upstream\s+\S+\s*$/;
const kServer = /^(?:[^#]*[;{}])?\s*server\s+[^\s{;][^{;]*;/;
const kFile = /^# configuration file (.+):\s*$/;
const kTopWords = /^\s*(?:user|pid|daemon|env|events|http|stream|mail|include|upstream|server|map|geo|types|hash)\b/;

// Other ways to choose a server, nginx's own and those of modules and of Tengine.
const kMethods = new Set(
  (
    'ip_hash least_conn least_time random fair sticky session_sticky consistent_hash url_hash jvm_route chash ' +
    'balancer_by_lua balancer_by_lua_block balancer_by_lua_file ewma'
  ).split(' '),
);
const kOthers = new RegExp(
  '^(?:server|zone|state|ntlm|queue|preconnect|bind_conn|jdomain|(?:keepalive|resolver|check|health|dynamic)\\w*)$',
);
const kOptions = /^(?:(?:max_conns|max_fails|fail_timeout|slow_start|route|service|id|sid)=\S*|resolve|drain)$/;

/** Whether a line outside of all blocks may be one of a configuration. @param {Line[]} lines @param {number} i */
function isPlausible(lines, i) {
  const { text } = lines[i];
  if (/[;{}]\s*(?:#.*)?$/.test(text) || /^\s*(?:[#;{}]|\{[%{#])/.test(text)) return true;
  if (kTopWords.test(text) || /^\s*[a-z0-9]+(?:_[a-z0-9]+)+\s/.test(text)) return true;
  return /^\s*\{/.test(lines[i + 1]?.text ?? '');
}

/**
 * The lines without those of no configuration: messages of `nginx -t`, and words of people around the blocks.
 * @param {Pasted} pasted
 */
function linesOf(pasted) {
  const lines = pasted.body(kUpstream);
  /** @type {Line[]} */
  const kept = [];
  let [depth, whole] = [0, true];
  lines.forEach((line, i) => {
    const { number, text } = line;
    if (/^nginx: /.test(text)) return pasted.skip(number, 'message of nginx -t');
    if (text.trim() !== '' && depth === 0 && whole && !isPlausible(lines, i)) return pasted.skip(number, 'text');
    kept.push(line);
    const plain = text.replace(
      /"(?:\\.|[^"\\])*(?:"|$)|'(?:\\.|[^'\\])*(?:'|$)|(?:^|\s)#.*|\{[{%#].{0,300}?[}%#]\}|\$\{\w{0,300}\}/g,
      '',
    );
    depth = Math.max(0, depth + (plain.match(/\{/g)?.length ?? 0) - (plain.match(/\}/g)?.length ?? 0));
    if (plain.trim() !== '') whole = /[;{}]\s*$/.test(plain) || /^\s*#/.test(text);
  });
  return kept;
}

/** The files of a dump, or the one file that was pasted. @param {Pasted} pasted @returns {File[]} */
function filesOf(pasted) {
  const parts = [{ path: '', lines: /** @type {Line[]} */ ([]) }];
  for (const line of linesOf(pasted)) {
    const path = kFile.exec(line.text)?.[1];
    if (path !== undefined) parts.push({ path, lines: [] });
    else parts[parts.length - 1].lines.push(line);
  }
  const names = /** @type {Map<string, number>} */ (new Map());
  return parts.map(({ path, lines }) => {
    const words = new Words(lines, ({ words: [first, name], line, block }, _, inside) => {
      if (first.text !== 'upstream' || !block || !name) return;
      if (inside.some((one) => one !== 'http' && one !== 'stream')) {
        throw new Unreadable(line, `nginx does not accept “upstream” within “${inside.at(-1)}”`);
      }
      const key = `${inside.at(-1) ?? ''} ${name.text}`;
      if (names.has(key)) throw new Unreadable(line, `the upstream ${name.text} is already in line ${names.get(key)}`);
      names.set(key, line);
    });
    return { path, masks: words.masks, statements: words.statements() };
  });
}

/** @param {string} pattern of an include @param {File[]} files */
function included(pattern, files) {
  const glob = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '[^/]*')
    .replace(/\?/g, '[^/]');
  const whole = new RegExp(`${pattern.startsWith('/') ? '^' : '(?:^|/)'}${glob}$`);
  return files.filter(({ path }) => path !== '' && whole.test(path));
}

/** Refuses what envsubst fills in where a name or number must stand. @param {string} text @param {number} line */
function noVariable(text, line) {
  const variable = /\$(?:\{\w*\}|\w+)/.exec(text)?.[0];
  if (variable) throw new Unreadable(line, `variable: ${variable}`);
}

/** @param {Statement} statement @param {Masks} masks @param {File[]} files @returns {Upstream} */
function upstreamOf({ words, line, block }, masks, files) {
  const name = words[1]?.text ?? '';
  masks.refuse(name, line);
  noVariable(name, line);
  const statements = (block ?? []).flatMap((one) => {
    if (one.words[0].text !== 'include') return [one];
    const found = included(one.words[1]?.text ?? '', files);
    if (found.length === 0) throw new Unreadable(one.line, 'include: what is in that file is not in the text');
    return found.flatMap((file) => file.statements);
  });
  return { name, line, masks, statements };
}

/**
 * @param {Statement[]} statements @param {File} file @param {File[]} files
 * @param {boolean} isPart they are a file's, which others may include anywhere
 * @returns {Upstream[]}
 */
function upstreamsIn(statements, file, files, isPart) {
  const { masks } = file;
  return statements.flatMap((statement) => {
    const [first, name] = statement.words;
    if (!isPart && !statement.block && (/^(?:server|hash)$/.test(first.text) || kMethods.has(first.text))) {
      throw new Unreadable(statement.line, `nginx accepts such a “${first.text}” only within an upstream`);
    }
    if (masks.in(first.text)?.control) masks.refuse(first.text, first.line);
    if (first.text === 'upstream' && statement.block && name) return [upstreamOf(statement, masks, files)];
    if (first.text !== 'http' && first.text !== 'stream') return [];
    return upstreamsIn(statement.block ?? [], file, files, false);
  });
}

/**
 * The last one, as nginx takes it. `key`: what is hashed, null: the method has no key
 * @param {Upstream} upstream @returns {?{line: number, why: string, key: ?string, consistent: boolean}}
 */
function methodOf({ statements, masks }) {
  let found = null;
  for (const { words, line } of statements) {
    const [first, ...rest] = words;
    const control = masks.in(first.text)?.control;
    if (control || first.text === 'state') {
      masks.refuse(first.text, line);
      throw new Unreadable(line, 'state: the servers are in another file');
    }
    if (!kMethods.has(first.text) && !kOthers.test(first.text) && first.text !== 'hash') {
      throw new Unreadable(line, 'nginx knows no such statement of an upstream');
    }
    if (kMethods.has(first.text)) found = { line, why: first.text, key: null, consistent: false };
    if (first.text !== 'hash') continue;
    for (const word of rest) masks.refuse(word.text, word.line);
    const [key, more, ...others] = rest.map(({ text }) => text);
    if (key === undefined || others.length > 0 || (more ?? 'consistent') !== 'consistent') {
      throw new Unreadable(line, 'nginx accepts “hash KEY” and “hash KEY consistent”');
    }
    found = { line, why: 'hash', key, consistent: more !== undefined };
  }
  return found;
}

/** @param {Statement} statement @param {Masks} masks @returns {Server} */
function serverOf({ words, line }, masks) {
  for (const { text, line: at } of words) masks.refuse(text, at);
  const [, name, ...options] = words.map(({ text }) => text);
  for (const { text, line: at } of words) noVariable(text, at);
  if (!name || !addressOf(name)) throw new Unreadable(line, 'nginx accepts no such address of a server');
  const server = /** @type {Server} */ ({ name, weight: 1 });
  for (const option of options) {
    const [, weight] = /^weight=(.*)$/.exec(option) ?? [];
    if (weight !== undefined) {
      if (!/^0*[1-9]\d{0,9}$/.test(weight)) {
        throw new Unreadable(line, `weight=${weight.slice(0, 20)}: nginx accepts whole weights from 1`);
      }
      server.weight = Number(weight);
    } else if (option === 'down') server.down = true;
    else if (option === 'backup') throw new Unreadable(line, 'backup: nginx does not accept it beside hash');
    else if (!kOptions.test(option)) throw new Unreadable(line, 'the server has an option that nginx does not know');
  }
  return server;
}

/**
 * A server twice has its points once on the ring, but its share twice in the list of weights.
 * @param {Upstream} upstream @param {boolean} consistent @param {Pasted} pasted
 */
function serversOf({ statements, masks }, consistent, pasted) {
  /** @type {Map<string, Server>} */
  const servers = new Map();
  let last = /** @type {?Server} */ (null);
  for (const statement of statements.filter(({ words }) => words[0].text === 'server')) {
    const server = serverOf(statement, masks);
    const before = servers.get(server.name);
    if (!before) {
      servers.set(server.name, (last = server));
      continue;
    }
    if (!consistent && before !== last) {
      const why = `${server.name} is twice in the list, which gives it two places: Reshard cannot express it`;
      throw new Unreadable(statement.line, why);
    }
    pasted.skip(statement.line, 'duplicate');
    if (!server.down) delete before.down;
    before.weight = consistent ? Math.max(before.weight, server.weight) : before.weight + server.weight;
  }
  return [...servers.values()];
}

const isHostName = (/** @type {string} */ name) => {
  const at = addressOf(name);
  return at !== null && at.socket === null && !at.ipv6 && !/^[\d.]+$/.test(at.host);
};

/** @param {Upstream} upstream @param {Pasted} pasted @returns {import('../reading/choices.js').Offer} */
function offerOf(upstream, pasted) {
  const { name, line } = upstream;
  const method = methodOf(upstream);
  if (!method) return { name, not: { line, why: 'round robin: no key decides' } };
  const { key, consistent } = method;
  if (key === null) return { name, not: { line: method.line, why: `${method.why}: Reshard does not have it` } };
  const first = pasted.skipped.length;
  const nodes = serversOf(upstream, consistent, pasted);
  const duplicates = pasted.skipped.splice(first);
  if (nodes.length === 0) return { name, not: { line, why: 'the upstream has no servers' } };
  const names = consistent ? [] : nodes.map((node) => node.name).filter(isHostName);
  return {
    name,
    not: null,
    read() {
      for (const skipped of duplicates) pasted.skip(skipped.line, skipped.why);
      return {
        system: 'nginx',
        form: 'configuration',
        strategy: { id: 'nginx', params: { dialect: consistent ? 'consistent' : 'plain' } },
        key_expression: key,
        nodes,
        entries: { kind: 'none', rows: [] },
        skipped: pasted.skipped,
        cannot_know: ['sizes', ...names.map((host) => `how many addresses ${host} has`)],
      };
    },
  };
}

/** @type {import('../reading/read.js').Reader['read']} */
function read(pasted, { choose }) {
  const files = filesOf(pasted);
  const upstreams = files.flatMap((file) => upstreamsIn(file.statements, file, files, file.path !== ''));
  if (upstreams.length === 0) throw new Unreadable(pasted.filled[0]?.number ?? 1, 'there is no upstream in the text');
  return chosen(
    upstreams.map((upstream) => offerOf(upstream, pasted)),
    choose,
  );
}

/** @param {Pasted} pasted */
function fits({ filled }) {
  const upstream = filled.some(({ text }) => kUpstream.test(text));
  if (upstream && filled.some(({ text }) => kServer.test(text) || /^\s*include\s/.test(text))) return 2;
  return upstream || filled.some(({ text }) => kFile.test(text)) ? 1 : 0;
}

export default { system: 'nginx', title: 'nginx', fits, read };
