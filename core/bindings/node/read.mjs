// `reshard read FILE`: what a pasted placement says, as JSON or as a link. The readers are the page's.
import { createHash } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';

// The exit statuses of all commands.
export const [kDone, kUsage, kSkipped, kSystem, kNobodyReads] = [0, 2, 3, 4, 141];
const kMostTold = 10;
const kOptions = /** @type {const} */ ({
  choose: { type: 'string' },
  system: { type: 'string' },
  write: { type: 'string' },
  address: { type: 'string', multiple: true },
  diff: { type: 'boolean' },
  strict: { type: 'boolean' },
  json: { type: 'boolean' },
});

export const say = (/** @type {string} */ text) => process.stderr.write(`reshard: ${text}\n`);

const quoted = (/** @type {string} */ name) => `“${name}”`;

/** All of it, also into a pipe that is read slowly. @param {string} text */
export function print(text, end = '\n') {
  const bytes = Buffer.from(`${text}${end}`);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === 'EPIPE') process.exit(kNobodyReads);
      if (code !== 'EAGAIN') throw error;
    }
  }
}

/** @param {Iterable<string>} lines */
function sha1(lines) {
  const hash = createHash('sha1');
  for (const line of lines) hash.update(line);
  return hash.digest('hex');
}

/** Node's words as the other commands have them. @param {Error & {code?: string}} error @param {string} command */
export function refusalOf({ code, message }, command = 'read') {
  const word = /'(-[^' ,]+)/.exec(message)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    return `there is no option ${word} for ${command}; see reshard ${command} --help`;
  }
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' && /argument missing|ambiguous/.test(message)) {
    return `${word} needs a value`;
  }
  return message;
}

/** @param {string[]} words */
function asked(words) {
  const { values, positionals } = parseArgs({ args: words, options: kOptions, allowPositionals: true });
  for (const name of /** @type {const} */ (['choose', 'system', 'write'])) {
    if (values[name] === '') throw new Error(`--${name} must not be empty`);
  }
  if (positionals.length > 1) throw new Error(`takes one file; “${positionals[1]}” is another`);
  if (values.write === undefined && (values.address || values.diff))
    throw new Error('--address and --diff need --write');
  if (values.write !== undefined && values.json) throw new Error('--write prints the file, and --json another thing');
  return { ...values, file: positionals[0] ?? '-' };
}

/** @param {string} file @param {{line: number, why: string}[]} skipped */
export function tellSkipped(file, skipped) {
  for (const { line, why } of skipped.slice(0, kMostTold)) say(`${file}: line ${line}: skipped: ${why}`);
  if (skipped.length > kMostTold) say(`${file}: ${skipped.length - kMostTold} more lines skipped`);
}

/** Why a text is not read. @param {string} file @param {any} answer of a reader */
export function tellUnread(file, answer) {
  if ('fits' in answer) {
    say(`${file}: several systems write such a text: choose with --system ${answer.fits.join(' or --system ')}`);
  } else {
    const { line, why } = answer.refused;
    say(`${file}: ${line > 0 ? `line ${line}: ` : ''}${why}`);
  }
}

/** With --strict a skipped line is an error. @param {string} file @param {{line: number, why: string}[]} skipped */
export function tellStrict(file, skipped) {
  const lines = skipped.length === 1 ? 'a line was' : `${skipped.length} lines were`;
  say(`${file}: ${lines} skipped, the first in line ${skipped[0].line}: ${skipped[0].why}`);
}

/** What people should know of a reading besides the link. @param {string} file @param {any} reading as JSON */
function tell(file, { skipped, warnings = [], notes = [], open = [], choices, choice }) {
  tellSkipped(file, skipped);
  for (const text of [...warnings, ...notes]) say(`${file}: ${text}`);
  if (open.length > 0) say(`${file}: entries on the move: ${open.length}. The link has them where they are now`);
  const others = (choices ?? []).filter((/** @type {string} */ one) => one !== choice).map(quoted);
  if (others.length > 0) say(`${file}: this is ${quoted(choice)}; --choose has ${others.join(', ')}, too`);
}

/**
 * Prints the file with the nodes of a link, or what differs.
 * @param {string} text @param {string} file @param {ReturnType<typeof asked>} options
 */
async function write(text, file, { write: link = '', address = [], diff = false, choose, system }) {
  const [{ writeCluster }, { wantedOf }] = await Promise.all([
    import('../web/systems/clusters.js'),
    import('./write.mjs'),
  ]);
  try {
    const { nodes, now } = await wantedOf(link, address);
    const name = file === 'standard input' ? undefined : file;
    const found = await writeCluster(text, { choose, system }, nodes, { name, now });
    for (const node of found.left) say(`${file}: ${node} has weight 0: left out`);
    for (const node of found.unresolved)
      say(`${file}: ${node} may be no address of a server: rename it in the scenario`);
    print(diff ? found.diff : found.text, '');
    return kDone;
  } catch (error) {
    const { line = 0, names, message } = /** @type {Error & {line?: number, names?: string[]}} */ (error);
    const why = names ? `no address is known of ${names.join(', ')}: give --address ${names[0]}=HOST:PORT` : message;
    say(`${file}: ${line > 0 ? `line ${line}: ` : ''}${why}`);
    return kUsage;
  }
}

/** @param {string[]} words @returns {Promise<number>} the exit status */
export async function read(words) {
  let options;
  try {
    options = asked(words);
  } catch (error) {
    say(`read: ${refusalOf(/** @type {Error & {code?: string}} */ (error))}`);
    return kUsage;
  }
  const { choose, system, strict = false, json = false } = options;
  const file = options.file === '-' ? 'standard input' : options.file;
  let text;
  try {
    const bytes = readFileSync(options.file === '-' ? 0 : options.file);
    text = bytes.toString();
    if (options.write !== undefined && !Buffer.from(text).equals(bytes)) {
      say(`${file}: not UTF-8 text`);
      return kUsage;
    }
  } catch (error) {
    say(`${file}: ${/** @type {Error} */ (error).message}`);
    return kSystem;
  }
  if (options.write !== undefined) return write(text, file, options);
  const { kMostShared, linkOf, neutralForm, readCluster } = await import('../web/systems/clusters.js');
  const reading = await readCluster(text, { choose, system });
  if ('fits' in reading || 'refused' in reading) {
    if (json) print(JSON.stringify(reading));
    tellUnread(file, reading);
    return kUsage;
  }
  if (json) print(JSON.stringify(await neutralForm(reading, sha1)));
  else {
    tell(file, reading);
    const found = linkOf(reading);
    if ('why' in found) {
      say(`${file}: this reading has no link: ${found.why}. --json shows it`);
      return kUsage;
    }
    if (found.link.length > kMostShared) say(`${file}: too long to share as a link: ${found.link.length} characters`);
    print(found.link);
  }
  if (!strict || reading.skipped.length === 0) return kDone;
  tellStrict(file, reading.skipped);
  return kSkipped;
}
