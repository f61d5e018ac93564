// The one list of what a lesson can measure. A metric reads what web/lessons/trial.h answers for one seed; `unit` says
// how it is written, `words` what people read.

const last = ({ steps }) => steps.at(-1);
const before = ({ steps }) => steps.at(-2);
const share = (count, { keys }) => count / keys;

/**
 * id → {unit: 'share' | 'times' | 'count' | 'bytes' | 'text', of: (measured) => number | string, words: {en, ru},
 * fixed?: it belongs to the setup and is the same under every seed}
 */
export const metrics = {
  moved: {
    unit: 'share',
    of: (measured) => share(last(measured).moved, last(measured)),
    words: { en: 'keys moved', ru: 'переехало ключей' },
  },
  moved_in_all: {
    unit: 'share',
    of: ({ steps }) => steps.reduce((sum, step) => sum + share(step.moved, step), 0),
    words: { en: 'moved in all, of the data', ru: 'переехало всего, от объёма данных' },
  },
  needless: {
    unit: 'share',
    of: (measured) => share(last(measured).needless, last(measured)),
    words: { en: 'keys moved needlessly', ru: 'переехало без нужды' },
  },
  peak_to_mean: {
    unit: 'times',
    of: (measured) => last(measured).peak_to_mean,
    words: { en: 'keys of the fullest node to the mean', ru: 'ключей на самом полном узле к среднему' },
  },
  peak_to_fair: {
    unit: 'times',
    of: (measured) => last(measured).peak_to_fair,
    words: { en: 'keys of the fullest node to its fair share', ru: 'ключей на самом полном узле к его доле' },
  },
  spread: {
    unit: 'share',
    of: (measured) => last(measured).cv,
    words: { en: 'spread of keys per node', ru: 'разброс ключей по узлам' },
  },
  survivors_peak: {
    unit: 'times',
    of: (measured) => last(measured).peak / before(measured).mean,
    words: { en: 'keys of the fullest survivor to the mean before', ru: 'ключей на самом полном из выживших к прежнему среднему' },
  },
  heirs: {
    unit: 'count',
    of: (measured) => last(measured).heirs,
    words: { en: 'nodes that inherit', ru: 'узлов-наследников' },
  },
  down: {
    unit: 'count',
    of: (measured) => last(measured).down,
    words: { en: 'nodes down in the end', ru: 'узлов лежит в итоге' },
  },
  request_peak: {
    unit: 'times',
    of: (measured) => last(measured).request_peak_to_mean,
    words: { en: 'requests of the busiest node to the mean', ru: 'запросов на самом занятом узле к среднему' },
  },
  in_few_zones: {
    unit: 'share',
    of: (measured) => share(last(measured).in_few_zones, last(measured)),
    words: { en: 'keys with replicas in too few zones', ru: 'ключей, чьи реплики стоят в слишком немногих зонах' },
  },
  breaking_pairs: {
    unit: 'share',
    of: (measured) => last(measured).pairs_that_break / last(measured).pairs,
    words: { en: 'pairs of nodes whose loss breaks a quorum', ru: 'пар узлов, потеря которых лишает кворума' },
  },
  replica_peak: {
    unit: 'times',
    of: (measured) => last(measured).replica_peak_to_mean ?? last(measured).peak_to_mean,
    words: { en: 'replicas on the fullest node to the mean', ru: 'реплик на самом полном узле к среднему' },
  },
  without_quorum: {
    unit: 'share',
    of: (measured) => share(last(measured).without_quorum, last(measured)),
    words: { en: 'keys without a quorum', ru: 'ключей без кворума' },
  },
  nodes: {
    unit: 'count',
    fixed: true,
    of: (measured) => last(measured).nodes,
    words: { en: 'nodes', ru: 'узлов' },
  },
  vnodes: {
    unit: 'count',
    fixed: true,
    of: ({ params }) => params.vnodes ?? NaN,
    words: { en: 'virtual nodes per node', ru: 'виртуальных узлов на узел' },
  },
  table: {
    unit: 'count',
    fixed: true,
    of: ({ params }) => params.size ?? NaN,
    words: { en: 'rows of the table', ru: 'строк в таблице' },
  },
  spread_keys: {
    unit: 'count',
    fixed: true,
    of: ({ spread }) => spread,
    words: { en: 'hottest keys spread over all nodes', ru: 'горячих ключей разложено по всем узлам' },
  },
  memory: {
    unit: 'bytes',
    of: (measured) => last(measured).memory_bytes,
    words: { en: 'memory of a client', ru: 'памяти у клиента' },
  },
  strategy: { unit: 'text', fixed: true, of: ({ strategy }) => strategy, words: { en: 'strategy', ru: 'стратегия' } },
  hash: { unit: 'text', fixed: true, of: ({ hash }) => hash, words: { en: 'hash function', ru: 'хеш-функция' } },
};
