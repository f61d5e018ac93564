// Configurations as people write them, made by chance: each with a secret in whatever is no server.

/** @typedef {(most: number) => number} Below a random number from 0 to `most` - 1 */

/** @template T @param {Below} below @param {T[]} list @returns {T} */
const pick = (below, list) => list[below(list.length)];

/** @param {Below} below @param {(i: number) => string} name */
const some = (below, name) => [...new Set(Array.from({ length: 1 + below(6) }, () => name(below(1_000_000))))];

const at = (/** @type {number} */ i) => `10.${i % 200}.${(i >> 8) % 200}.7:${80 + (i % 3)}`;

/** @param {Below} below @param {string} text @returns {string} the same as other editors save it */
function saved(below, text) {
  const tabs = below(3) === 0 ? text.replace(/^ {4}/gm, '\t') : text;
  const ends = below(3) === 0 ? tabs.replaceAll('\n', '\r\n') : tabs;
  return `${below(5) === 0 ? '\ufeff' : ''}${below(4) === 0 ? ends.replace(/[\r\n]+$/, '') : ends}`;
}

/** @param {Below} below */
function nginx(below) {
  const server = (/** @type {string} */ name) =>
    [
      `server ${pick(below, ['', ' '])}${below(5) ? name : `"${name}"`}`,
      pick(below, ['', ' weight=3', '  weight=1', ' max_fails=2', ' down']),
      `${pick(below, ['', ' fail_timeout=9s'])}${pick(below, ['', ' '])};`,
    ].join('');
  const servers = some(below, at).map(server);
  const lines =
    below(4) === 0
      ? [`    ${servers.join(' ')}`]
      : servers.map((one) => `    ${one}${pick(below, ['', ' # secret', ''])}`);
  if (below(3) === 0) lines.splice(below(lines.length + 1), 0, '', '    # secret; server x {');
  const inside = ['    hash $request_uri consistent;', ...lines, ...pick(below, [[], ['    keepalive 4;']])];
  const block = below(6)
    ? ['upstream u {', ...inside, '}']
    : [`upstream u { ${inside[0].trim()} ${servers.join(' ')} keepalive 3; }`];
  const other = ['upstream v {', '    ip_hash;', '    server 10.0.0.1;', '}'];
  return {
    text: saved(below, ['# secret', ...(below(2) ? other : []), ...block, 'server { auth "secret"; }', ''].join('\n')),
  };
}

/** @param {Below} below */
function haproxy(below) {
  const names = some(below, (i) => `s${i % 50}`);
  const servers = names.map((name, i) => {
    const options = [
      pick(below, ['', ' check']),
      pick(below, ['', ' weight 100', ' weight 7']),
      pick(below, ['', ' disabled', ' maxconn 9', '']),
    ];
    return `    server ${name} ${at(i + below(1000))}${options.join('')}${pick(below, ['', ' # secret', ''])}`;
  });
  if (below(3) === 0) servers.splice(below(servers.length + 1), 0, `    server spare 10.0.0.9:81 backup`);
  if (below(3) === 0) servers.splice(below(servers.length + 1), 0, '', '    # secret');
  const type = pick(below, ['consistent', 'map-based', 'consistent sdbm avalanche']);
  const text = [
    ...['global', '    stats user a password secret', 'defaults', '    mode http', 'backend b', '    balance uri'],
    ...[`    hash-type ${type}`, ...servers, 'backend turns', '    balance roundrobin', '    server a 10.0.0.1:80', ''],
  ].join('\n');
  return { text: saved(below, text) };
}

/** @param {Below} below */
function twemproxy(below) {
  const named = below(2) === 0;
  const quote = pick(below, ['', '', '"', "'"]);
  const gap = pick(below, ['- ', '-  ']);
  const servers = some(below, (i) => (named ? `n${i % 90}` : at(i))).map((name, i) => {
    const server = named ? `${at(i)}:${1 + below(4)} ${name}` : `${name}:${1 + below(4)}`;
    return `    ${gap}${quote}${server}${quote}${pick(below, ['', ' # secret', ''])}`;
  });
  if (below(3) === 0) servers.splice(1 + below(servers.length), 0, '    # secret');
  const text = [
    'p:',
    '    listen: 127.0.0.1:1',
    '    redis_auth: secret',
    '    hash: md5',
    '    servers:',
    ...servers,
    '',
  ];
  const other = ['q:', '    listen: 127.0.0.1:2', '    servers:', '    - 10.0.0.1:1:1', ''];
  return {
    text: saved(below, [...text, ...(below(2) ? other : [])].join('\n').replace(/\t/g, '    ')).replace(/\t/g, '    '),
    choose: 'p',
  };
}

/** The same in YAML. @param {Below} below */
function clickhouseYaml(below) {
  const [weights, nodes, quote] = [below(3), below(3) === 0, pick(below, ['', '"', "'"])];
  const shards = some(below, at).flatMap((one) => {
    const [host, port] = one.split(':');
    const weight = weights === 0 || (weights === 1 && below(2)) ? [`weight: ${1 + below(3)}`] : [];
    const comment = pick(below, ['', ' # secret']);
    const login = ['user: u', 'password: secret'];
    const replica = [`host: ${quote}${host}${quote}`, `port: ${port}`, ...login];
    if (below(3) === 0) {
      const inside = nodes ? replica : ['internal_replication: true', `replica: {${replica.join(', ')}}`];
      return [`    - {${[...weight, ...inside].join(', ')}}${comment}`];
    }
    const lines = nodes
      ? [...weight, ...replica]
      : [
          ...weight,
          'internal_replication: true',
          'replica:',
          ...replica.map((line, i) => `${i ? '    ' : '  - '}${line}`),
        ];
    return lines.map((line, i) => `    ${i ? '  ' : '- '}${line}`);
  });
  const head = ['# secret', 'remote_servers:', '  c:', '    secret: secret', `    ${nodes ? 'node' : 'shard'}:`];
  return { text: saved(below, [...head, ...shards, 'other: 1', ''].join('\n')).replace(/\t/g, '    ') };
}

/** @param {Below} below */
function clickhouse(below) {
  if (below(2)) return clickhouseYaml(below);
  const weights = below(3);
  const shards = some(below, at).flatMap((one) => {
    const [host, port] = one.split(':');
    const weight = weights === 0 || (weights === 1 && below(2)) ? [`<weight>${1 + below(3)}</weight>`] : [];
    const login = '<user>u</user><password>secret</password>';
    const replica = `<replica><host>${host}</host><port>${port}</port>${login}</replica>`;
    const inside = [...weight, '<internal_replication>true</internal_replication>', replica];
    if (below(2)) return [`        <shard>${inside.join('')}</shard>${pick(below, ['', ' <!-- secret -->'])}`];
    return ['        <shard>', ...inside.map((line) => `            ${line}`), '        </shard>'];
  });
  const text = [
    ...[
      '<clickhouse>',
      '    <!-- secret <shard> -->',
      '    <remote_servers>',
      '    <c>',
      '        <secret>secret</secret>',
    ],
    ...[...shards, '    </c>', '    </remote_servers>', '</clickhouse>', ''],
  ].join('\n');
  return { text: saved(below, text) };
}

/** @param {Below} below */
function envoy(below) {
  const addresses = some(below, at).map((one) => one.split(':'));
  const kind = below(4);
  if (kind === 0) {
    const endpoints = addresses.map(([address, port]) => ({
      endpoint: { address: { socket_address: { address, port_value: Number(port) } } },
      ...(below(2) && { load_balancing_weight: 2 }),
      ...(below(4) === 0 && { health_status: 'UNHEALTHY' }),
    }));
    const cluster = {
      name: 'c',
      lb_policy: 'MAGLEV',
      load_assignment: { cluster_name: 'c', endpoints: [{ lb_endpoints: endpoints }] },
      secret: 'secret',
    };
    return {
      text: JSON.stringify({ static_resources: { clusters: [cluster] } }, null, pick(below, [0, 1, 2])),
    };
  }
  const items = addresses.flatMap(([address, port]) => {
    const more = pick(below, [[], ['load_balancing_weight: 3'], ['health_status: UNHEALTHY']]);
    const flow = `endpoint: { address: { socket_address: { address: ${address}, port_value: ${port} } } }`;
    if (below(2)) return [`        - { ${[flow, ...more].join(', ')} }`];
    if (below(2)) return [`        - ${flow}`, ...more.map((one) => `          ${one}`)];
    const deep = [
      '- endpoint:',
      '    address:',
      '      socket_address:',
      `        address: "${address}"`,
      `        port_value: ${port}`,
    ];
    return [...deep.map((one) => `        ${one}`), ...more.map((one) => `          ${one}`)];
  });
  const text = [
    ...[
      'static_resources:',
      '  # secret',
      '  clusters:',
      '  - name: c',
      '    type: STATIC',
      '    lb_policy: RING_HASH',
    ],
    ...[
      '    load_assignment:',
      '      cluster_name: c',
      '      endpoints:',
      '      - lb_endpoints:',
      ...items,
      'admin: { secret: 1 }',
      '',
    ],
  ].join('\n');
  return { text: saved(below, text).replace(/\t/g, '    ') };
}

const kAddresses = { name: at, least: 1, downs: true, most: 300 };

/**
 * By system: makes a text; how its nodes may change; and what a line of a server has.
 * @type {Record<string, {make: (below: Below) => {text: string, choose?: string}, name: (i: number) => string,
 *   least: number, most: number, downs: boolean, server: RegExp}>}
 */
export const kMade = {
  nginx: { make: nginx, ...kAddresses, server: /server/ },
  haproxy: { make: haproxy, ...kAddresses, least: 0, most: 256, server: /server/ },
  twemproxy: { make: twemproxy, ...kAddresses, downs: false, server: /^ *- / },
  clickhouse: {
    make: clickhouse,
    ...kAddresses,
    least: 0,
    downs: false,
    server: /shard|weight|replica|host|port|user|password/,
  },
  envoy: { make: envoy, ...kAddresses, server: /endpoint|weight|health|address|port|^\s*[{}],?\s*$/ },
};
