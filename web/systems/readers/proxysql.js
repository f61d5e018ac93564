// ProxySQL: hostgroups and their servers. Which of them a query goes to is decided by rules of regular expressions, so
// that the text has nodes and no placement of keys.
import { addressOf, hostIn } from '../reading/servers.js';
import { settingsIn } from '../reading/settings.js';
import { Unreadable, noTemplate } from '../reading/form.js';
import { hasTable, tablesIn } from '../reading/tables.js';

/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {{group: string, address: string, status: string, line: number}} Server */

const kConfiguration = /^\s*(?:mysql|pgsql)_servers\s*[=:]/;
const kSql = /\b(?:INSERT|REPLACE)\s+INTO\s+(?:main\.)?(?:mysql|pgsql)_servers\b/i;
const kPorts = /** @type {Record<string, string>} */ ({ mysql: '3306', pgsql: '5432' });
const isHeading = (/** @type {string[]} */ names) =>
  names.includes('hostgroup_id') && names.includes('hostname') && names.includes('status');

/**
 * @param {Map<string, string>} of @param {number} line @param {string} usual the port, where none is written
 * @returns {Server}
 */
function serverOf(of, line, usual) {
  const [group] = ['hostgroup_id', 'hostgroup'].filter((name) => of.has(name));
  const [host = 'hostname'] = ['hostname', 'address'].filter((name) => of.has(name));
  const value = (/** @type {string} */ name, /** @type {string | undefined} */ instead) => {
    const text = of.get(name) ?? instead;
    if (text === undefined) throw new Unreadable(line, `the member “${name}” is missing`);
    noTemplate(text, line);
    return text;
  };
  const [id, port] = [value(group ?? '', '0'), value('port', usual)];
  if (!/^\d{1,10}$/.test(id)) throw new Unreadable(line, `“${id.slice(0, 30)}” is no number`);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Unreadable(line, `“${port.slice(0, 30)}” is no port`);
  const status = value('status', 'ONLINE').toUpperCase();
  return {
    group: id,
    address: addressOf(hostIn(value(host, undefined), line), port === '0' ? '' : port),
    status,
    line,
  };
}

/** @param {Pasted} pasted */
function configured(pasted) {
  const tree = settingsIn(pasted.body(kConfiguration));
  const items = Object.entries(kPorts).flatMap(([kind, port]) => {
    const list = tree.members?.get(`${kind}_servers`);
    if (list && !list.items) throw new Unreadable(list.line, `${kind}_servers is no list`);
    return (list?.items ?? []).map((item) => ({ item, port }));
  });
  const rules = ['mysql_query_rules', 'pgsql_query_rules'].flatMap((name) => tree.members?.get(name)?.items ?? []);
  const servers = items.map(({ item: { members, line }, port }) => {
    if (!members) throw new Unreadable(line, 'a server is no group of settings');
    const of = new Map([...members].map(([name, { text }]) => [name, text ?? '']));
    return serverOf(of, line, port);
  });
  return { servers, rules: rules.length };
}

const kToken = [
  '\\s+',
  '--[^\\n]*|#[^\\n]*|/\\*(?:[^*]|\\*(?!/))*\\*/',
  `'(?:[^'\\\\]|\\\\.|'')*'|"(?:[^"\\\\]|\\\\.)*"`,
  '`[^`]*`',
  `;|[^\\s;'"\`#/-]+|[-/]`,
].join('|');
const kInsert = new RegExp(
  '^(?:INSERT|REPLACE)\\s+INTO\\s+(?:main\\.)?(mysql|pgsql)_(servers|query_rules)\\s*' +
    '(?:\\(([^()]*)\\))?\\s*VALUES\\s*',
  'i',
);

/** The statements of a text, each with its line, without comments. @param {Pasted} pasted */
function statementsIn({ filled }) {
  const found = /** @type {{text: string, line: number}[]} */ ([]);
  const text = filled.map((line) => line.text).join('\n');
  const one = new RegExp(kToken, 'gy');
  let [statement, line, row, at] = ['', 0, 0, 0];
  for (let part = one.exec(text); part; part = one.exec(text)) {
    for (; at < part.index; ++at) if (text[at] === '\n') row += 1;
    const [token] = part;
    const blank = /^(?:\s|--|#|\/\*)/.test(token);
    if (token === ';') {
      found.push({ text: statement, line });
      statement = '';
    } else {
      if (statement === '' && !blank) line = filled[row].number;
      if (statement !== '' || !blank) statement += blank ? ' ' : token;
    }
    at = part.index;
    if (one.lastIndex === text.length) return { found, open: statement.trim() === '' ? 0 : line };
  }
  return { found, open: filled[Math.min(row, filled.length - 1)].number };
}

/** The values of one row, or null. @param {string} text between brackets */
function valuesOf(text) {
  const values = [];
  const one = /\s*(?:'((?:[^'\\]|\\.|'')*)'|"((?:[^"\\]|\\.)*)"|([^,'"()\s]+))\s*(,|$)/gy;
  while (one.lastIndex < text.length) {
    const found = one.exec(text);
    if (!found) return null;
    values.push(found[3] ?? (found[1] ?? found[2]).replace(/''/g, "'"));
    if (found[4] === '') return values;
  }
  return null;
}

/** @param {Pasted} pasted */
function inserted(pasted) {
  const { found, open } = statementsIn(pasted);
  const servers = /** @type {Server[]} */ ([]);
  let rules = 0;
  for (const { text, line } of found) {
    if (/^(?:UPDATE|DELETE\s+FROM)\s+(?:main\.)?(?:mysql|pgsql)_servers\b/i.test(text) && servers.length > 0) {
      throw new Unreadable(line, 'a statement that changes the servers: paste the rows of runtime_mysql_servers');
    }
    const head = kInsert.exec(text);
    if (!head) {
      if (kSql.test(text)) throw new Unreadable(line, 'no list of rows: INSERT INTO mysql_servers (…) VALUES (…)');
      continue;
    }
    const rows = text.slice(head[0].length).match(/\((?:[^()'"]|'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*")*\)/g) ?? [];
    if (head[2].toLowerCase() === 'query_rules') {
      rules += rows.length;
      continue;
    }
    if (rows.length === 0) throw new Unreadable(line, 'no list of rows: INSERT INTO mysql_servers (…) VALUES (…)');
    const names = head[3]?.split(',').map((name) => name.trim().replace(/[`"]/g, '').toLowerCase());
    if (!names) throw new Unreadable(line, 'the names of the columns are missing');
    for (const row of rows) {
      const values = valuesOf(row.slice(1, -1));
      const at = lineOfRow(pasted, row, line);
      if (values?.length !== names.length) throw new Unreadable(at, 'a row with other values than columns');
      servers.push(serverOf(new Map(names.map((name, i) => [name, values[i]])), at, kPorts[head[1].toLowerCase()]));
    }
  }
  if (open > 0 && servers.length === 0) throw new Unreadable(open, 'a statement without an end');
  if (open > 0) {
    const rest = pasted.filled.filter(({ number }) => number >= open);
    if (rest.some(({ text }) => kSql.test(text))) throw new Unreadable(open, 'a statement without an end');
    for (const { number } of rest) pasted.skip(number, number === pasted.last ? 'cut' : 'text');
  }
  return { servers, rules };
}

/** @param {Pasted} pasted @param {string} row @param {number} usual */
const lineOfRow = ({ filled }, row, usual) =>
  filled.find(({ number, text }) => number >= usual && text.includes(row))?.number ?? usual;

/** @param {Pasted} pasted */
function queried(pasted) {
  const rows = tablesIn(pasted, isHeading).flatMap((table) => table.rows);
  return { servers: rows.map(({ cells, line }) => serverOf(cells, line, '')), rules: 0 };
}

/** @param {Pasted} pasted @returns {import('../reading/form.js').Reading} */
function read(pasted) {
  const { filled } = pasted;
  const configuration = filled.some(({ text }) => kConfiguration.test(text));
  const sql = !configuration && filled.some(({ text }) => kSql.test(text));
  const form = configuration ? 'configuration' : sql ? 'SQL' : 'runtime_mysql_servers';
  const { servers, rules } = configuration ? configured(pasted) : sql ? inserted(pasted) : queried(pasted);
  if (servers.length === 0) throw new Unreadable(pasted.last, 'there are no servers in the text');
  const groups = /** @type {Map<string, Map<string, Server>>} */ (new Map());
  for (const server of servers) {
    const own = groups.get(server.group) ?? new Map();
    groups.set(server.group, own);
    const before = own.get(server.address);
    if (before && before.status !== server.status) {
      throw new Unreadable(server.line, `${server.address} is already in line ${before.line}`);
    }
    if (before) pasted.skip(server.line, 'duplicate');
    else own.set(server.address, server);
  }
  return {
    ...{ system: 'proxysql', form, strategy: null },
    nodes: [...groups].map(([group, own]) => ({
      name: `hostgroup ${group}`,
      servers: [...own.keys()],
      ...([...own.values()].every(({ status }) => status !== 'ONLINE') && { down: true }),
    })),
    entries: { kind: 'none', rows: [] },
    notes: ['rules of regular expressions decide', 'a hostgroup is a primary or its replicas, and not always a shard'],
    skipped: pasted.skipped,
    cannot_know: ['which keys a rule matches', 'sizes', ...(rules > 0 ? [] : ['the rules'])],
  };
}

/** @param {Pasted} pasted */
function fits({ filled }) {
  const any = filled.some(({ text }) => kConfiguration.test(text) || kSql.test(text));
  return any || hasTable(filled, isHeading, /hostgroup_id/i) ? 2 : 0;
}

export default { system: 'proxysql', title: 'ProxySQL', fits, read };
