// What the view says about a key: why it is good or bad, what goes wrong with it, and what was not understood.
import { number, percent, t } from '../../text/language.js';

/**
 * @typedef {import('../../headless/reshard-profile.js').Reason} Reason
 * @typedef {import('../../headless/reshard-profile.js').Failure} Failure
 * @typedef {import('../../headless/reshard-profile.js').TemplateJudgement} TemplateJudgement
 */

const list = (/** @type {string[]} */ names) => names.join(', ');
const queries = (/** @type {string[]} */ ids) => ids.map((id) => t(id)).join(', '); // those of a world have names
const signed = (/** @type {number} */ value) => number(value, 2);

/** @param {{value: string, share: number, shardName: ?string}} unit the rows with a key's most frequent value */
export const hotUnitText = ({ value, share, shardName }) =>
  shardName === null
    ? t('“{0}” alone has {1} of the rows.', value, percent(share))
    : t('“{0}” alone has {1} of the rows, all on {2}.', value, percent(share), shardName);

/** @type {{[Code in Reason['code']]: (reason: Extract<Reason, {code: Code}>) => string}} */
const kReasons = {
  one_shard: ({ share }) => t('{0} of the queries ask one shard.', percent(share)),
  scatter: ({ share, templates }) => t('{0} of the queries ask every shard ({1}).', percent(share), queries(templates)),
  hot_unit: hotUnitText,
  hot_newest: ({ share, shardName, of }) =>
    of === 'hour'
      ? t('{0} of the last hour’s rows are on {1}.', percent(share), shardName)
      : t('{0} of the newest rows are on {1}.', percent(share), shardName),
  few_values: ({ distinct, shards }) => t('Only {0} {0|value|values} for {1} {1|shard|shards}.', distinct, shards),
  uneven: ({ maxToMean, shardName }) => t('{0} has {1}× the mean of the rows.', shardName, number(maxToMean, 2)),
  monotonic: ({ rho }) =>
    rho > 0
      ? t('It grows with time (rank correlation {0}).', signed(rho))
      : t('It falls with time (rank correlation {0}).', signed(rho)),
  nulls: ({ nulls, share }) => t('{0} {0|row has|rows have} no value ({1}).', nulls, percent(share)),
  joins_cross: ({ share, templates }) =>
    t('{0} of the queries join rows across shards ({1}).', percent(share), queries(templates)),
  key_updates: ({ perSecond, templates }) =>
    t('{0} updates per second change the key and move the row ({1}).', number(perSecond, 1, 0), queries(templates)),
  unique_without_key: ({ columns }) => t('No shard alone can check that {0} is unique.', list(columns)),
  no_templates: () => t('No queries are known: only the rows are judged.'),
};

/** @param {Reason} reason */
export const reasonText = (reason) => /** @type {(reason: Reason) => string} */ (kReasons[reason.code])(reason);

/** @type {{[Kind in Failure['kind']]: (failure: Extract<Failure, {kind: Kind}>) => string}} */
const kFailures = {
  celebrity: ({ value, rows, share, shardName }) =>
    shardName === null
      ? t('The celebrity: “{0}” has {1} rows, {2} of all.', value, rows, percent(share))
      : t(
          'The celebrity: “{0}” has {1} rows, {2} of all, and {3} holds every one of them.',
          value,
          rows,
          percent(share),
          shardName,
        ),
  hot_newest: ({ shardName, share, from, to, of }) =>
    of === 'hour'
      ? t('The hot last hour: {0} took {1} of the rows from {2} to {3}.', shardName, percent(share), from, to)
      : t('The hot end: {0} took {1} of the newest rows, from {2} to {3}.', shardName, percent(share), from, to),
  scatter: ({ template, perSecond, shards }) =>
    t(
      'The scatter: {0} asks {1} shards, {2} times per second.',
      t(template),
      number(shards, 1, 0),
      number(perSecond, 1, 0),
    ),
  few_values: ({ distinct, shards, values }) =>
    t('Too few values: {0} for {1} shards ({2}).', distinct, shards, list(values)),
};

/** @param {Failure} failure */
export const failureText = (failure) => /** @type {(failure: Failure) => string} */ (kFailures[failure.kind])(failure);

/** Why a statement was not understood. @type {Record<string, (...args: (string | number)[]) => string>} */
const kWhy = {
  syntax: () => t('no statement that the parser knows'),
  nested: () => t('a query within a query, UNION or WITH'),
  list: () => t('how many values the list has is not in the text'),
  kind: () => t('not SELECT, INSERT, UPDATE or DELETE'),
  from: () => t('FROM names something other than tables'),
  insert_select: () => t('INSERT without VALUES'),
  insert_columns: () => t('INSERT without a list of columns'),
  insert_width: () => t('a row has more or fewer values than columns'),
  update_from: () => t('UPDATE with FROM'),
  table: (name) => t('“{0}” is no table of the statement', name),
  twice: (name) => t('two tables are called “{0}”', name),
  self: (name) => t('“{0}” is joined with itself', name),
  using: () => t('USING after a second table: of which one is not said'),
  deep: () => t('too many levels of parentheses'),
  many: (parts, tables) => t('more than {0} conditions or joins, or more than {1} tables', parts, tables),
  name: (most) => t('a name of more than {0} characters, or no Unicode text', most),
  long: (length, most) => t('{0} characters, and the limit is {1}', length, most),
};

/** @param {import('./sql_templates.js').Refused} refused */
export const whyText = ({ code, args }) => kWhy[code](...args);

/** @type {Record<TemplateJudgement['because'], () => string>} */
const kBecause = {
  key: () => t('the key is given'),
  in: () => t('the key is one of a list'),
  no_key: () => t('the key is not given'),
  range: () => t('the key is given by a range'),
  join_crosses: () => t('the join crosses shards'),
  not_understood: () => t('not understood'),
  insert: () => t('the row has its key'),
};

export const becauseText = (/** @type {TemplateJudgement['because']} */ because) => kBecause[because]();

/** @type {Record<string, (key: {id: string, distinct: number | undefined}, shards: number) => string>} */
const kUnfit = {
  few_values: ({ id, distinct }, shards) =>
    t('{0} comes first, and has only {1} {1|value|values} for {2} shards.', id, distinct, shards),
  hot_newest: ({ id }) =>
    t('{0} comes first, and one shard has the newest rows. Add the queries that insert rows.', id),
};

// of several columns
const inParentheses = (/** @type {string} */ id) => (id.includes(', ') ? `(${id})` : id);

// Another placement of the same rows changes the order of tied keys (core/sharding_key/verdict/placement_noise.h).
const tied = (/** @type {string[]} */ ids) => [
  t('Tie: {0}.', list(ids.map(inParentheses))),
  [
    t('Which of them is more even is chance: it changes with the names or the number of the nodes.'),
    t('Identifiers come first, amounts and times last: nobody asks for one row by them.'),
  ].join(' '),
];

const rowsAlone = () => t('Rows alone cannot decide. Add your queries.');

/**
 * The answer in one sentence, and what else there is to say.
 * @param {import('../../headless/reshard-profile.js').Judgement} judgement
 * @param {Map<string, number>} distinct how many values each key has
 * @returns {[string, string]}
 */
export function headline({ candidates: [best, next], tie, shards, perSecond, otherPerSecond, table }, distinct) {
  if (!best) return [t('No column can be judged: choose some.'), ''];
  const alone = perSecond === 0 && otherPerSecond === 0;
  const more =
    perSecond > 0
      ? []
      : [
          otherPerSecond > 0
            ? t('No query is about the table {0}.', table)
            : t('Add your queries: they decide which key is best.'),
        ];
  if (best.unfit) {
    const why = kUnfit[best.unfit]({ id: best.id, distinct: distinct.get(best.id) }, shards);
    return [t('None of these keys is good.'), [why, ...more].join(' ')];
  }
  const work = t('{0} shards do the work of {1}.', shards, number(best.worthShards, 1));
  if (tie.length > 1) {
    const [names, chance] = tied(tie);
    if (alone) return [rowsAlone(), `${names} ${chance}`];
    return [names, [...(perSecond > 0 ? [work] : []), chance, ...more].join(' ')];
  }
  if (alone) return [rowsAlone(), t('Most evenly spread: {0}.', best.id)];
  if (perSecond === 0) return [t('Most evenly spread: {0}.', best.id), more[0]];
  const second = next ? [t('Next is {0}, with the work of {1}.', next.id, number(next.worthShards, 1))] : [];
  return [
    t('Best key: {0}. {1} of the queries ask one shard.', best.id, percent(best.one)),
    [work, ...second].join(' '),
  ];
}

const kMostNamed = 12;

/**
 * Columns that are no candidates, and why.
 * @param {string[]} names
 * @param {string} why
 * @param {{name: string, refused: string}[]} refused
 */
export function notJudged(names, why, refused) {
  const some = (/** @type {string[]} */ all) =>
    all.length <= kMostNamed
      ? list(all)
      : t('{0} and {1} more', list(all.slice(0, kMostNamed)), all.length - kMostNamed);
  return [
    ...(names.length > 0 ? [t('Not judged: {0}.', some(names)), why] : []),
    ...(refused.length > 0
      ? [t('Cannot be read as keys: {0}.', some(refused.map(({ name, refused: kind }) => `${name} (${kind})`)))]
      : []),
  ].join(' ');
}
