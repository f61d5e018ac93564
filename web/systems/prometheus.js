// Prometheus: the relabelling by which each of several servers keeps its part of one list of targets. The modulus is
// the number of servers, and a server keeps the targets whose remainder is its position; weights do not count.
import { comment, yaml } from '../text/quote.js';
import { lines } from './shared/rules.js';

const system = 'Prometheus';
const covers = { strategy: 'partitions', dialects: ['prometheus'] };

// What a key is made of is not known here: the address, as in most configurations, and stand-ins for further labels.
const kLabels = ['__address__', 'second_label', 'third_label', 'fourth_label'];

/** @param {import('./systems.js').Setup['params']} params */
function sourceLabels({ type2, type3, type4 }) {
  const none = [type2, type3, type4].findIndex((type) => type === 'none');
  return kLabels.slice(0, none < 0 ? kLabels.length : none + 1);
}

/** @type {import('./systems.js').Write} */
function write({ nodes, params }) {
  const labels = sourceLabels(params);
  return nodes.map(({ name }, remainder) => ({
    file: `prometheus-${remainder}.yml`,
    language: 'yaml',
    text: lines(
      `# Server ${remainder} of ${nodes.length}: ${comment(name)}`,
      'scrape_configs:',
      '- job_name: sharded',
      '  relabel_configs:',
      `  - source_labels: [${labels.map(yaml).join(', ')}]`,
      '    action: hashmod',
      `    modulus: ${nodes.length}`,
      '    target_label: __tmp_hash',
      '  - source_labels: [__tmp_hash]',
      '    action: keep',
      `    regex: "${remainder}"`,
    ),
  }));
}

export default { system, covers, write };
