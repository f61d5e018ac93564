// Elasticsearch: the settings of an index; the nodes are its shards.
import { t } from '../../text/language.js';
import { comment, jsonOf } from './quote.js';
import { Refused, lines } from './rules.js';

const system = 'Elasticsearch';
const covers = { strategy: 'elasticsearch' };

const kMostShards = 1024;

function write({ nodes, params, replicas }) {
  if (nodes.length > kMostShards) throw new Refused(t('{0} allows at most {1} shards per index.', system, kMostShards));
  const settings = { number_of_shards: nodes.length, number_of_replicas: replicas - 1,
    ...(params.routing_shards > 0 && { number_of_routing_shards: params.routing_shards }) };
  return [{
    file: 'index.txt',
    language: 'console',
    text: lines(nodes.map(({ name }, i) => `# Shard ${i}: ${comment(name)}`), 'PUT /data', jsonOf({ settings: { index: settings } })),
  }];
}

export const elasticsearch = { system, covers, write };
