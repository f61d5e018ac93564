// Masters of Redis that have no slots at some moment of a plan. From 7.0 on, such a master becomes a replica of the one
// that took its last slot, and so do its own replicas, unless cluster-allow-replica-migration is “no” at each of them;
// before, there was no such setting, and it could happen by chance. Nobody can give slots to a replica, so without this
// there would be no way back.
import { t } from '../../text/language.js';
import { shell } from '../../text/quote.js';
import { kPort } from '../redis_cluster.js';
import { addressOf } from '../shared/rules.js';
import { viaOf } from './redis_names.js';
import { quoted } from './shell.js';

/** @typedef {import('./form.js').Moving} Moving */

const kSetting = 'cluster-allow-replica-migration';

/** @param {string} name @returns {string[]} host and port as words of a shell; none: the name is no address */
function endOf(name) {
  const at = addressOf(name);
  return at === null || at.socket !== null || at.host === '' ? [] : [`${shell(at.host)} ${at.port ?? kPort}`];
}

const noSettingWords = () =>
  t(
    'no setting {0}, as in old versions, so it may become a replica when it has no slots. The way back then says what to do.',
    kSetting,
  );

/** Of each server, and of no other, what was “yes” is put back. */
const functions = () => [
  'changed=',
  'stays_master() {',
  `  was=$(ask -h "$1" -p "$2" CONFIG GET ${kSetting}) || return 1`,
  `  was=$(printf '%s\\n' "$was" | tail -n 1)`,
  '  case $was in',
  '    yes) ;;',
  `    no) echo "$1:$2: ${kSetting} no"; return 0 ;;`,
  `    *) echo "$1:$2: ${quoted(noSettingWords())} $was" >&2; return 0 ;;`,
  '  esac',
  `  told_ok -h "$1" -p "$2" CONFIG SET ${kSetting} no || return 1`,
  `  echo "$1:$2: ${kSetting} yes → no"`,
  `  changed=$(printf '%s\\n%s %s' "$changed" "$1" "$2")`,
  '}',
  'put_back() {',
  `  printf '%s\\n' "$changed" | (`,
  '    while read -r host port; do',
  '      [ -n "$host" ] || continue',
  `      told_ok -h "$host" -p "$port" CONFIG SET ${kSetting} yes < /dev/null || exit 1`,
  `      echo "$host:$port: ${kSetting} no → yes"`,
  '    done',
  '  ) && changed=',
  '}',
];

/**
 * What keeps masters what they are, and puts their setting back in the end, also where the script has stopped.
 * @param {Moving} moving
 */
export function keptMasters({ nodes, emptied = [] }) {
  const names = nodes.filter(({ name, down }) => emptied.includes(name) && !down);
  const ends = names.flatMap(({ name, replicas = [] }) => [name, ...replicas].flatMap(endOf));
  if (ends.length === 0) return { before: [], after: [], notes: [] };
  return {
    before: [...functions(), ...ends.map((end) => `unless_stopped stays_master ${end}`)],
    after: ['put_back || stopped=yes'],
    notes: [
      t(
        'Without slots, a master may become a replica of another one, and then there is no way back. So {0} is set to “no” meanwhile on {1} and on its replicas, and put back in the end. What it was is printed: if you interrupt the script, put it back yourself.',
        kSetting,
        names.map(({ name }) => name).join(', '),
      ),
    ],
  };
}

/**
 * What takes masters that end empty out of the cluster, for people who want that.
 * @param {Moving} moving @returns {import('./form.js').Removal[]}
 */
export function removalOf({ nodes, left = [] }) {
  const gone = nodes.filter(({ name }) => left.includes(name));
  const staying = nodes.filter(({ name }) => !left.includes(name));
  if (gone.length === 0 || gone.some(({ id }) => id === undefined)) return [];
  const via = viaOf({ nodes: staying });
  return gone.map(({ name, id, replicas = [] }) => ({
    name,
    says: [
      t('All other servers forget {0} (CLUSTER FORGET), and it forgets them. It goes on running, without data.', name),
      ...(replicas.length > 0
        ? [
            t(
              'Its replicas ({0}) first become replicas of the master that has the fewest. To take one of them out, too, use the same command with its id.',
              replicas.join(', '),
            ),
          ]
        : []),
      t('After this, the steps cannot be taken back: {0} would have to join again.', name),
    ],
    commands: [`ask --cluster del-node ${via} ${id}`],
  }));
}
