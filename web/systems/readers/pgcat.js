// PgCat: the pools of pgcat.toml. Shards count in the order of their numbers, whatever these are (pool.rs), and the
// function pg_bigint_hash is that of PostgreSQL's hash partitions (sharding.rs).
import { chosen } from '../reading/choices.js';
import { addressOf, hostIn, shardsRead } from '../reading/servers.js';
import { Unreadable, noTemplate } from '../reading/form.js';
import { tomlTree } from '../reading/toml.js';

/** @typedef {import('../reading/json.js').Tree} Tree */

const kMark = /^\s*\[\s*pools\s*\.\s*(?:"[^"]*"|[\w-]+)\s*\.\s*shards\s*\./;
const kMostShards = 1_000_000;

/** @param {Tree | undefined} tree @param {string} usual */
function textOf(tree, usual) {
  if (!tree) return usual;
  if (tree.text === null) throw new Unreadable(tree.line, 'a value is no text');
  noTemplate(tree.text, tree.line);
  return tree.text;
}

/** @param {Tree} server @param {string} database */
function serverOf(server, database) {
  const [host, port, role, more] = server.items ?? [];
  if (!role || more) throw new Unreadable(server.line, 'a server has a host, a port and a role');
  const name = hostIn(textOf(host, ''), host.line);
  if (!/^\d{1,5}$/.test(port.text ?? '') || port.quoted || Number(port.text) > 65_535) {
    noTemplate(port.text ?? '', port.line);
    throw new Unreadable(port.line, `“${(port.text ?? '').slice(0, 30)}” is no port`);
  }
  const is = textOf(role, '').toLowerCase();
  if (!/^(?:primary|replica|auto)$/.test(is))
    throw new Unreadable(role.line, `role: “${is.slice(0, 40)}” is not known`);
  return { address: addressOf(name, port.text ?? ''), database, role: is, line: server.line };
}

/** @param {Tree} tree the table `shards` of a pool */
function shardsIn(tree) {
  const shards = [...(tree.members ?? [])].map(([id, of]) => {
    if (!/^\d{1,9}$/.test(id) || Number(id) > kMostShards)
      throw new Unreadable(of.line, `“${id.slice(0, 30)}” is no number`);
    const servers = of.members?.get('servers');
    if (!servers?.items) throw new Unreadable(servers?.line ?? of.line, `shard ${id} has no list of servers`);
    const database = textOf(of.members?.get('database'), '');
    return { id, line: of.line, servers: servers.items.map((server) => serverOf(server, database)) };
  });
  return shards.sort((a, b) => Number(a.id) - Number(b.id));
}

/** @param {Tree} pool */
function functionOf(pool) {
  const tree = pool.members?.get('sharding_function');
  const name = textOf(tree, 'pg_bigint_hash');
  const column = textOf(pool.members?.get('automatic_sharding_key'), '');
  const of = column ? { key_expression: column } : {};
  const cannot = column ? [] : ['the sharding key'];
  if (/^(?:pg_bigint_hash|PgBigintHash)$/.test(name)) {
    const params = { dialect: 'postgresql', type: 'int64' };
    return { of: { ...of, placed_by: { id: 'partitions', params } }, notes: [], cannot };
  }
  if (!/^sha1$/i.test(name))
    throw new Unreadable(tree?.line ?? pool.line, `PgCat has no function ${name.slice(0, 40)}`);
  return { of: { ...of, hash_function: 'sha1' }, notes: ['sha1: Reshard does not have it'], cannot };
}

/** @type {import('../reading/read.js').Reader['read']} */
function read(pasted, { choose }) {
  const pools = tomlTree(pasted.body(kMark)).members?.get('pools');
  const offers = [...(pools?.members ?? [])].map(([name, pool]) => ({
    name,
    not: pool.members?.get('shards')?.members ? null : { line: pool.line, why: 'it has no shards' },
    read() {
      noTemplate(name, pool.line);
      const shards = shardsIn(/** @type {Tree} */ (pool.members?.get('shards')));
      const { warnings, nodes, rows } = shardsRead(shards);
      const { of, notes, cannot } = functionOf(pool);
      const counted = shards.every(({ id }, i) => id === `${i}`);
      const told = counted ? notes : [...notes, 'shards are not numbered from 0 on: PgCat counts them in this order'];
      return {
        ...{ system: 'pgcat', form: 'pgcat.toml', strategy: /** @type {const} */ ('table'), key: null, ...of },
        ...{ nodes, entries: { kind: 'shards', rows } },
        ...(warnings.length > 0 && { warnings }),
        ...(told.length > 0 && { notes: told }),
        ...{ skipped: pasted.skipped, cannot_know: [...cannot, 'sizes'] },
      };
    },
  }));
  if (offers.length === 0) throw new Unreadable(pasted.filled[0].number, 'there are no pools in the text');
  return chosen(offers, choose);
}

/** @param {import('../reading/pasted.js').Pasted} pasted */
const fits = ({ filled }) => (filled.some(({ text }) => kMark.test(text)) ? 2 : 0);

export default { system: 'pgcat', title: 'PgCat', fits, read };
