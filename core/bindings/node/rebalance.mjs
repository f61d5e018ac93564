// `reshard rebalance FILE`: what to move between the nodes of a pasted placement, as JSON, or in the system's own
// commands. What is read of the text, and the commands, are the page's; the planner is reshard-rebalance.wasm.
// `reshard rebalance --problem FILE` is the native command's.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  kDone,
  kSkipped,
  kSystem,
  kUsage,
  print,
  refusalOf,
  say,
  tellSkipped,
  tellStrict,
  tellUnread,
} from './read.mjs';

const [kUneven, kImpossible] = [1, 5];
const kMostShown = 5;
const kOptions = /** @type {const} */ ({
  choose: { type: 'string' },
  system: { type: 'string' },
  by: { type: 'string' },
  limit: { type: 'string' },
  least: { type: 'string' },
  drain: { type: 'string', multiple: true },
  add: { type: 'string', multiple: true },
  pin: { type: 'string', multiple: true },
  zones: { type: 'string' },
  copies: { type: 'string' },
  'per-move': { type: 'string' },
  throttle: { type: 'string' },
  seed: { type: 'string' },
  steps: { type: 'string' },
  check: { type: 'boolean' },
  commands: { type: 'boolean' },
  back: { type: 'boolean' },
  runbook: { type: 'boolean' },
  strict: { type: 'boolean' },
  json: { type: 'boolean' },
});
const kAmounts = ['requests', 'bytes', 'keys', 'count'];
const kZones = ['distinct', 'none'];
const kUsualRate = 20_000_000; // of one copy, in bytes per second, as on the page
const [kDay, kHour] = [1440, 60]; // minutes

/** @param {string} name @param {string | undefined} text @param {number} least @param {number} most */
function wholeOf(name, text, least, most) {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new Error(`--${name} takes a whole number from ${least} to ${most}`);
}

/** @param {string} name @param {string | undefined} text @param {string[]} words */
function oneOf(name, text, words) {
  if (text === undefined || words.includes(text)) return text;
  throw new Error(`--${name} takes ${words.join(', ')}; “${text}” is none of them`);
}

/** Names that stand in one option, separated by commas, or in several. @param {string[] | undefined} lists */
const namesOf = (lists) => lists?.flatMap((list) => list.split(',')).filter((name) => name !== '');

/** @typedef {(text: string, plain: 'decimal') => ?number} BytesOf */

/** @param {string} name @param {string | undefined} text @param {BytesOf} bytesOf */
function sizeOf(name, text, bytesOf) {
  if (text === undefined) return undefined;
  const bytes = bytesOf(text.replace(/\/s(?:ec)?$|ps$/i, ''), 'decimal');
  if (bytes === null || bytes < 0) throw new Error(`--${name} ${text}: not an amount such as 50MB`);
  return bytes;
}

/** @param {string[]} words @param {BytesOf} bytesOf */
function asked(words, bytesOf) {
  const { values, positionals } = parseArgs({ args: words, options: kOptions, allowPositionals: true });
  if (positionals.length > 1) throw new Error(`takes one file; “${positionals[1]}” is another`);
  const { choose, system, check, commands, back, runbook, strict, json } = values;
  if ([check, commands, back, runbook, json].filter(Boolean).length > 1)
    throw new Error('--check, --commands, --back, --runbook and --json exclude each other');
  const wish = {
    ...{ by: oneOf('by', values.by, kAmounts), zones: oneOf('zones', values.zones, kZones) },
    ...{ limit: values.limit, least: values.least, drain: namesOf(values.drain), pin: namesOf(values.pin) },
    add: namesOf(values.add)?.map((name) => ({ name })),
    atOnce: wholeOf('copies', values.copies, 1, 1000),
    perMove: sizeOf('per-move', values['per-move'], bytesOf),
  };
  return {
    ...{ file: positionals[0] ?? '-', choose, system, check, commands, back, runbook, strict },
    wish: Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)),
    throttle: sizeOf('throttle', values.throttle, bytesOf),
    seed: wholeOf('seed', values.seed, 0, Number.MAX_SAFE_INTEGER),
    steps: wholeOf('steps', values.steps, 1, 1e12),
  };
}

/** @param {string} template @param {(string | number)[]} args */
const filled = (template, args) => template.replace(/\{(\d)\}/g, (_, i) => String(args[i - 1]));

const kNotes = /** @type {Record<string, string>} */ ({
  no_owner: 'have no owner, and are left out',
  no_size: 'have no size in this text, and stay where they are',
  elsewhere: 'are on nodes that the text does not list, and are left out',
  lost: 'are only on nodes that are down, and are left out',
  moving: 'are on their way, and stay where they are',
  zones_shared: 'have replicas in one zone, so zones are not kept apart',
  down: 'is down: it takes nothing, and its copies go elsewhere',
});

/** @param {import('../../../web/systems/rebalance/problem.js').Asked} asked */
function tellNotes({ notes, kind }) {
  for (const { what, count, names } of notes) {
    const named = names.length > 0 ? ` (${names.join(', ')}${count > names.length ? ', …' : ''})` : '';
    say(what === 'down' ? `${names.join(', ')} ${kNotes[what]}` : `${count} ${kind}${named} ${kNotes[what]}`);
  }
}

/** @param {import('../../../web/headless/reshard-rebalance.d.ts').Plan} plan @param {string} unit @param {any} of */
function sentence({ moves, bytes, ratio_before: was, ratio }, unit, { entries, kind }) {
  if (moves.length === 0) return `Nothing has to move: the busiest node bears ${was.toFixed(3)} times its share.`;
  const amount = unit === 'entries' ? '' : `, ${bytes.toLocaleString('en')} ${unit}`;
  const moved = new Set(moves.map(([entry]) => entry)).size;
  return (
    `Move ${moved.toLocaleString('en')} of ${entries.length.toLocaleString('en')} ${kind} in ` +
    `${moves.length.toLocaleString('en')} moves${amount}: ` +
    `the busiest node goes from ${was.toFixed(3)} to ${ratio.toFixed(3)} times its share.`
  );
}

/** Why there is no plan, or why nodes stay above their limits. @param {any} plan */
function tellObstacles({ why, obstacles = [], excess }) {
  const about = (/** @type {any} */ { what, node, entry, count }) =>
    [what.replaceAll('_', ' '), node, entry, count].filter((part) => part !== undefined).join(' ');
  for (const one of why?.conditions ?? []) say(`condition: ${about(one)}`);
  for (const one of why?.remedies ?? []) say(`would do: ${about(one)}`);
  if (excess > 0) say(`no plan was found that brings every node within its limit: ${excess} stay above`);
  for (const one of obstacles.slice(0, kMostShown)) say(`in the way: ${about(one)}`);
}

/**
 * @param {ReturnType<typeof asked>} options @param {any} scripts of the page
 * @param {import('../../../web/systems/reading/form.js').Reading} reading @param {any} plan
 */
function writtenOf({ back, throttle, wish }, { movingOf, scriptOf, backOf, writtenBy }, reading, plan) {
  const copies = plan.moves.filter((/** @type {string[]} */ move) => move.length === 3);
  const known = movingOf(reading, copies);
  const nodes = [...known.nodes, .../** @type {any} */ (wish.add ?? [])];
  const moving = { ...known, nodes, ...(throttle !== undefined && { throttle }) };
  const { written, refused } = writtenBy(reading.system, moving);
  if (!written) throw new Error(refused || `there are no commands of ${reading.system}: use --json`);
  for (const note of written.notes) say(note);
  const files = written.files.map(
    (/** @type {{file: string, text: string}} */ { file, text }) => `# ${file}\n${text.trimEnd()}\n\n`,
  );
  return `${files.join('')}${(back ? backOf : scriptOf)(written).trimEnd()}`;
}

/**
 * All of the plan as Markdown: steps, bytes, hours, checks, and the way back. What the problem leaves out was told.
 * @param {any} options @param {any} scripts @param {any} reading @param {any} found as planned() gives it
 */
function runbookOf({ pace, throttle, wish }, { carriedOf, planBook, markdownOf }, reading, { plan, ...problem }) {
  const add = wish.add ?? [];
  const nodes = [...reading.nodes, ...add];
  const { begin = 0, end = 0 } = pace?.window ?? {};
  const hours = (end + kDay - begin) % kDay;
  const carried = carriedOf(
    { reading: { ...reading, nodes }, asked: problem, plan, throttle },
    {
      ...{ of: `${reading.system}: ${nodes.length} nodes`, added: add.map((/** @type {any} */ { name }) => name) },
      ...{ notes: [], rate: pace?.rate ?? kUsualRate, atOnce: wish.atOnce ?? 1 },
      ...(hours > 0 && { window: hours / kHour }),
    },
  );
  return markdownOf(planBook(carried));
}

/** @param {ReturnType<typeof asked>} options @param {any} scripts @param {any} reading */
async function planned(options, scripts, reading) {
  const { problem, unit, by, kind, notes } = scripts.problemOf(reading, options.wish);
  tellNotes({ ...{ problem, unit, by, kind, notes } });
  const { loadRebalancer } = await import('../reshard-rebalance.mjs');
  const { seed, steps } = options;
  const plan = await (
    await loadRebalancer()
  ).plan(problem, { ...(seed !== undefined && { seed }), ...(steps !== undefined && { steps }) });
  return { plan, problem, unit, by, kind };
}

/** @param {ReturnType<typeof asked>} options @param {any} scripts @param {any} reading */
async function answered(options, scripts, reading) {
  const found = await planned(options, scripts, reading);
  const { plan, problem, unit, by, kind } = found;
  if (!plan.found) {
    say('no plan keeps the rules');
    tellObstacles(plan);
    return kImpossible;
  }
  say(sentence(plan, unit, { entries: problem.entries, kind }));
  tellObstacles(plan);
  if (options.check) return plan.bound.excess > 0 ? kUneven : kDone;
  if (options.commands || options.back) print(writtenOf(options, scripts, reading, plan));
  else if (options.runbook) print(runbookOf(options, scripts, reading, found));
  else print(JSON.stringify({ by, unit, kind, options: problem.options, ...plan }));
  return kDone;
}

/** @param {string[]} words @returns {Promise<number>} the exit status */
export async function rebalance(words) {
  const [scripts, { readCluster }] = await Promise.all([
    import('../web/systems/rebalance/rebalances.js'),
    import('../web/systems/clusters.js'),
  ]);
  let options;
  try {
    options = asked(words, scripts.bytesOf);
  } catch (error) {
    say(`rebalance: ${refusalOf(/** @type {Error & {code?: string}} */ (error), 'rebalance')}`);
    return kUsage;
  }
  const file = options.file === '-' ? 'standard input' : options.file;
  let text;
  try {
    text = readFileSync(options.file === '-' ? 0 : options.file, 'utf8');
  } catch (error) {
    say(`${file}: ${/** @type {Error} */ (error).message}`);
    return kSystem;
  }
  const reading = await readCluster(text, { choose: options.choose, system: options.system });
  if ('fits' in reading || 'refused' in reading) {
    tellUnread(file, reading);
    return kUsage;
  }
  tellSkipped(file, reading.skipped);
  try {
    const status = await answered(options, scripts, reading);
    if (!options.strict || reading.skipped.length === 0) return status;
    tellStrict(file, reading.skipped);
    return kSkipped;
  } catch (error) {
    const { field, why, message } = /** @type {Error & {field?: string, why?: any}} */ (error);
    const told = why ? filled(why.what, why.args ?? []) : message;
    say(`rebalance: ${why && field ? `--${field}: ` : ''}${told}`);
    return kUsage;
  }
}
