// Varnish's shard director. A backend's name in VCL is a word, so each has its node's name as its ident.
import { t } from '../text/language.js';
import { comment } from '../text/quote.js';
import { Refused, addressesOf, leftOut, lines } from './shared/rules.js';

const system = 'Varnish';
const covers = { strategy: 'varnish_shard' };

const kPort = 80;

/** @param {import('./shared/rules.js').Server} server */
function where({ node, at }) {
  if (at.socket === null) return `.host = "${at.host}"; .port = "${at.port ?? kPort}";`;
  if (/^[\w./-]+$/.test(at.socket)) return `.path = "${at.socket}";`;
  throw new Refused(t('{0} cannot reach “{1}” by the name of its socket.', system, node.name));
}

/** @param {number} weight */
const real = (weight) => (Number.isInteger(weight) ? `${weight}.0` : `${weight}`);

/** @type {import('./systems.js').Write} */
function write({ nodes, params }) {
  for (const { name, weight } of nodes) {
    if (weight !== 0 && (weight < 1 || !/^\d+(?:\.\d{1,3})?$/.test(`${weight}`)))
      throw new Refused(
        t('{0} takes weights from 1, with up to three decimals; “{1}” has {2}.', system, name, String(weight)),
      );
  }
  const backends = addressesOf(
    system,
    nodes.filter(({ weight }) => weight > 0),
    true,
  );
  return [
    {
      file: 'default.vcl',
      language: 'vcl',
      text: lines(
        'vcl 4.1;',
        'import directors;',
        '',
        leftOut('#', comment, nodes),
        backends.map((server, i) => `backend b${i} { ${where(server)} }`),
        '',
        'sub vcl_init {',
        '    new shards = directors.shard();',
        backends.map(({ node }, i) => {
          const weight = node.weight === 1 ? '' : `, weight=${real(node.weight)}`;
          return `    shards.add_backend(b${i}, ident="${node.name}"${weight});`;
        }),
        `    shards.reconfigure(replicas=${params.replicas});`,
        '}',
        '',
        'sub vcl_recv {',
        '    set req.backend_hint = shards.backend(by=URL);',
        '}',
      ),
    },
  ];
}

export default { system, covers, write };
