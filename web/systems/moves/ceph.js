// Ceph: placement groups by pg-upmap-items.
import { t } from '../../text/language.js';
import { shellComment } from '../../text/quote.js';
import { Refused } from '../shared/rules.js';
import { movesBack, nodesOf, runsAtOnce } from './form.js';
import { longestWait, unlessStopped } from './shell.js';

/** @typedef {import('./form.js').Move} Move */

const kMostGroups = 20; // of a step

const kPeers = 'unless_stopped sleep 10'; // some seconds pass until the manager knows what has begun

/** @param {{name: string}} node */
function osdOf({ name }) {
  const [, number] = /^(?:osd\.)?(0|[1-9]\d{0,9})$/.exec(name) ?? [];
  if (number === undefined) throw new Refused(t('“{0}” is not an OSD: they are called osd.0, osd.1, …', name));
  return number;
}

/** @param {string} entry */
function groupIn(entry) {
  if (/^\d+\.[0-9a-f]+$/.test(entry)) return entry;
  throw new Refused(t('“{0}” is not a placement group, as 2.1f is.', entry));
}

// A command replaces all items of its group, and texts of placement groups do not list them: so the shell asks for them
// (“pg_upmap_items 5.2 [60,75]”, as osdmaptool 16.2 prints them, too).
// An item is from where CRUSH alone puts a copy, so a copy that goes on keeps its beginning, and one that is back at it
// needs none. What has left already is passed over. The manager knows of groups some seconds late. To awk, 1.1 and 1.10
// are the same number unless they are put together with a text.
const kFunctions = [
  `is_on() { printf '%s\\n' "$mapped" | grep -Eq "up \\[([0-9]+,)*$1(,[0-9]+)*\\]"; }`,
  'move_group() {',
  '  mapped=$(ceph pg map "$1") && dump=$(ceph osd dump) || return 1',
  '  is_on "$2" || return 0',
  `  items=$(printf '%s\\n' "$dump" | awk -v group="$1" -v from="$2" -v to="$3" '`,
  '    $1 == "pg_upmap_items" && $2 "" == group "" {',
  '      gsub(/[^0-9]+/, " ", $3)',
  '      n = split($3, at, " ")',
  '      for (i = 1; i < n; i += 2) {',
  '        if (at[i + 1] != from) print at[i], at[i + 1]',
  '        else { found = 1; if (at[i] != to) print at[i], to }',
  '      }',
  '    }',
  `    END { if (!found) print from, to }')`,
  '  if [ -n "$items" ]; then',
  '    echo "$items" | xargs ceph osd pg-upmap-items "$1" || return 1',
  '  else',
  '    ceph osd rm-pg-upmap-items "$1" || return 1',
  '  fi',
  '  mapped=$(ceph pg map "$1") && is_on "$3" && return 0',
  '  echo "$mapped" >&2',
  '  return 1',
  '}',
  'settled() {',
  '  groups=$(ceph pg dump pgs_brief 2> /dev/null) || return 1',
  '  for group; do',
  `    printf '%s\\n' "$groups" | awk -v group="$group" '$1 "" == group "" {`,
  '      print',
  '      if ($2 ~ /^active\\+clean/ && $3 == $5) found = 1',
  `    } END { exit !found }' || return 1`,
  '  done',
  '}',
];

/** @param {Move[]} run @param {(name: string) => string} osd */
const commandsOf = (run, osd) =>
  run.map(([entry, from, to]) => `unless_stopped move_group ${groupIn(entry)} ${osd(from)} ${osd(to)}`);

/** @type {import('./form.js').Writer['write']} */
function write(moving) {
  const osd = nodesOf(moving, osdOf, (name) => t('“{0}” is not an OSD: they are called osd.0, osd.1, …', name));
  return {
    language: 'shell',
    before: [
      ...unlessStopped(),
      ...longestWait(),
      ...kFunctions,
      'ceph balancer status',
      'ceph balancer off',
      'ceph osd get-require-min-compat-client',
      shellComment(t('If it is older than luminous: {0}', 'ceph osd set-require-min-compat-client luminous')),
    ],
    steps: runsAtOnce(moving, kMostGroups).map((run) => ({
      moves: run,
      commands: commandsOf(run, osd),
      checks: [
        kPeers,
        `unless_stopped within "$longest" 10 settled ${run.map(([entry]) => groupIn(entry)).join(' ')}`,
        'ceph pg stat',
      ],
      back: commandsOf(movesBack(run), osd),
    })),
    after: [shellComment(t('If the balancer was on before: {0}', 'ceph balancer on'))],
    files: [],
    notes: [],
    held: t('The items have the form that osdmaptool 16.2 prints. Not run on a cluster.'),
  };
}

export default { system: 'ceph', title: 'Ceph', write };
