// What the scripts of a shell share: where a command fails, nothing after it is done, and the script's status says so.
// A terminal into which it is pasted stays open, so a variable says that it has stopped.
import { t } from '../../text/language.js';
import { shellComment, shellFile } from '../../text/quote.js';
import { lines } from '../shared/rules.js';

/** Within double quotes of a shell. @param {string} text */
export const quoted = (text) => text.replace(/[`"$\\]/g, '\\$&');

const stoppedWords = () =>
  t(
    'Stopped. When the cause is gone, enter “stopped=”, and run this step again or take it back: what is done already is passed over.',
  );

const kLongest = 86_400; // seconds

/** How long a script waits for copies that run by themselves. */
export const longestWait = () => [
  shellComment(t('For how many seconds a step waits for its copies before the script stops:')),
  `longest=${kLongest}`,
];

/**
 * Before everything else. “within” repeats a command, with pauses, until it succeeds, but not for ever: its words are
 * seconds, a pause, and the command.
 */
export const unlessStopped = () => [
  'stopped=',
  'unless_stopped() {',
  '  [ -z "$stopped" ] || return 1',
  '  "$@" && return 0',
  '  stopped=yes',
  `  echo "${quoted(stoppedWords())}" >&2`,
  '  return 1',
  '}',
  'within() {',
  '  most=$1 pause=$2 since=$(date +%s)',
  '  shift 2',
  '  until "$@"; do',
  '    if [ "$(($(date +%s) - since))" -ge "$most" ]; then',
  `      echo "${quoted(t('This has taken too long:'))} $* ($most s)" >&2`,
  '      return 1',
  '    fi',
  '    sleep "$pause"',
  '  done',
  '}',
];

/** The last line of a script, which is its status. @param {string} language */
const statusOf = (language) => (language === 'shell' ? ['[ -z "$stopped" ]'] : []);

/** @typedef {import('./form.js').Written} Written */

/**
 * Commands with the files that they name written before them.
 * @param {string[]} commands
 * @param {import('./form.js').Part[]} files
 */
export function withFiles(commands, files) {
  const named = files.filter(({ file }) => commands.some((line) => line.split(' ').includes(file)));
  return [...named.flatMap(({ file, text }) => shellFile(file, text)), ...commands];
}

/** All commands as one text, with their files and without the way back. @param {Written} written */
export const scriptOf = ({ language, before, steps, after, files }) =>
  lines(
    before,
    ...steps.map(({ commands, checks }) => withFiles([...commands, ...checks], files)),
    after,
    statusOf(language),
  );

/**
 * The way back as one text, from the last step to the first. One that was never begun has nothing to take back.
 * @param {Written} written
 */
export const backOf = ({ language, before, steps, after, files }) =>
  lines(
    before,
    ...steps.toReversed().map(({ back, checks }) => withFiles([...back, ...checks], files)),
    after,
    statusOf(language),
  );
