// The steps of Couchbase: servers are added and removed by one rebalance, as documented at
// https://docs.couchbase.com/server/current/cli/cbcli/couchbase-cli-rebalance.html.
import { t } from '../../text/language.js';
import { shell } from '../../text/quote.js';
import { addressOf, hostAndPort } from '../../systems/shared/rules.js';
import { step } from '../../systems/runbook/form.js';

/** @typedef {import('./runbook.js').Step} Step */
/** @typedef {import('./runbook_systems.js').Change} Change */
/** @typedef {import('./runbook_stores.js').Copying} Copying */

const kPort = 8091;
const kLogin = '-u admin -p "$PASSWORD"';

/** @param {string} name */
function addressed(name) {
  const at = addressOf(name);
  return shell(at ? hostAndPort(at, kPort) : name);
}

/**
 * @param {string[]} removed
 * @param {(command: string, more?: string) => string} of
 * @param {string} login of a new server
 */
const stopStep = (removed, of, login) =>
  step({
    name: t('Stop the servers that left'),
    does: [t('Take {0} off the addresses by which clients find the cluster, and stop them.', removed.join(', '))],
    commands: [of('server-list')],
    checks: [t('server-list does not have them any more.')],
    back: t('Add them again as new servers, and rebalance.'),
    undo: [...removed.map((name) => of('server-add', ` --server-add ${addressed(name)}${login}`)), of('rebalance')],
  });

/** @param {Change} change @param {Copying} copying @returns {Step[]} */
export function couchbaseSteps({ added, removed, before, after }, copying) {
  const stays = before.names.find((name) => after.names.includes(name)) ?? before.names[0];
  const of = (/** @type {string} */ command, more = '') =>
    `couchbase-cli ${command} -c ${addressed(stays)} ${kLogin}${more}`;
  const login = ' --server-add-username admin --server-add-password "$PASSWORD" --services data';
  const leaving = removed.length > 0 ? ` --server-remove ${removed.map(addressed).join(',')}` : '';
  return [
    step({
      name: t('See that the cluster is whole'),
      does: [t('Set PASSWORD in the terminal first. No server may be failed over, and no rebalance may run.')],
      commands: [of('server-list'), of('rebalance-status')],
      checks: [
        t('Every server is healthy and active, and no rebalance runs.'),
        t('The servers that stay have memory and disk for their new share.'),
      ],
      back: t('Nothing has changed yet.'),
    }),
    ...(added.length > 0
      ? [
          step({
            name: t('Add the new servers'),
            does: [
              t('Install the same version on {0}, and add each to the cluster. It gets no data yet.', added.join(', ')),
            ],
            commands: added.map((name) => of('server-add', ` --server-add ${addressed(name)}${login}`)),
            checks: [t('server-list has the new servers as healthy and inactiveAdded.')],
            back: t('Rebalance without them: they have no data, so that nothing moves.'),
            undo: [of('rebalance', ` --server-remove ${added.map(addressed).join(',')}`)],
          }),
        ]
      : []),
    step({
      name: t('Rebalance'),
      ...copying,
      does: [
        t('One command moves the vBuckets, and takes off the servers that leave. Run it when load is low.'),
        ...(removed.length > 0
          ? [t('A server that is dead cannot send: couchbase-cli failover lets its replicas take over first.')]
          : []),
      ],
      commands: [of('rebalance', `${leaving} --no-wait`), of('rebalance-status')],
      checks: [
        t('rebalance-status says notRunning, and server-list has every server that stays as active.'),
        t('Errors and the 99th percentile of latency are as before.'),
      ],
      readers: t('Latency may rise. Clients follow each vBucket to its new server by themselves.'),
      copier: t(
        'If it stops or does harm: stop it with the command below. What has moved stays where it is, all is served, and the next rebalance goes on from there.',
      ),
      rescue: [of('rebalance-stop')],
      back: t('Rebalance the other way: it moves as much data again. Nothing is lost on the way.'),
      undo: [
        ...removed.map((name) => of('server-add', ` --server-add ${addressed(name)}${login}`)),
        of('rebalance', added.length > 0 ? ` --server-remove ${added.map(addressed).join(',')}` : ''),
      ],
    }),
    ...(removed.length > 0 ? [stopStep(removed, of, login)] : []),
  ];
}
