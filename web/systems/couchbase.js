// Couchbase's command line. It plans the map of its 1024 vBuckets itself, with the same goal as Reshard.
import { t } from '../text/language.js';
import { comment, shell } from '../text/quote.js';
import { Refused, addressesOf, hostAndPort, leftOut, lines, unweighted } from './shared/rules.js';

const system = 'Couchbase';
const covers = { strategy: 'vbuckets' };

const kBuckets = 1024;
const kPort = 8091;
const kMostReplicas = 3;

/** @type {import('./systems.js').Write} */
function write({ nodes, params, replicas }) {
  if (Number(params.buckets) !== kBuckets) throw new Refused(t('{0} always has {1} vBuckets.', system, kBuckets));
  if (replicas - 1 > kMostReplicas)
    throw new Refused(t('{0} supports at most {1} replicas besides the active copy.', system, kMostReplicas));
  const [first, ...others] = addressesOf(system, unweighted(system, nodes), false).map(({ at }) =>
    shell(hostAndPort(at, kPort)),
  );
  const login = '-u admin -p PASSWORD';
  const added = '--server-add-username admin --server-add-password PASSWORD';
  const bucket = '--bucket data --bucket-type couchbase --bucket-ramsize 256';
  return [
    {
      file: 'cluster.sh',
      language: 'shell',
      text: lines(
        leftOut('#', comment, nodes),
        `couchbase-cli cluster-init -c ${first} --cluster-username admin --cluster-password PASSWORD`,
        others.map((name) => `couchbase-cli server-add -c ${first} ${login} --server-add ${name} ${added}`),
        `couchbase-cli rebalance -c ${first} ${login}`,
        `couchbase-cli bucket-create -c ${first} ${login} ${bucket} --bucket-replica ${replicas - 1}`,
      ),
    },
  ];
}

export default { system, covers, write };
