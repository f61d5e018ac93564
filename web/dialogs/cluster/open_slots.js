// What is said of Redis's open slots: a slot that is half moved, and how its move is finished.
import { t } from '../../text/language.js';

/** @typedef {{slot: string, from: string, to: string, id: string}} OpenSlot `id`: of the node that it goes to, or '' */

const kMost = 5;
const kAddress = /:\d+$/;

/**
 * The first of them, for the page.
 * @param {import('../../systems/reading/form.js').Reading} reading
 * @returns {OpenSlot[]}
 */
export function openSlotsOf({ system, nodes, open = [] }) {
  if (system !== 'redis') return [];
  return open.slice(0, kMost).map(({ entry, from, to }) => ({
    slot: `${entry}`,
    from: from ?? '',
    to: to ?? '',
    id: nodes.find(({ name }) => name === to)?.id ?? '',
  }));
}

/** Each in one line, and how they are finished. @param {OpenSlot[]} slots @param {number} count of all */
export function openSlotFacts(slots, count) {
  if (slots.length === 0) return [];
  const [{ from }] = slots;
  return [
    t('A moving slot is half moved: its owner serves the keys that it still has, and redirects for the others (ASK).'),
    ...slots.map((one) =>
      t(
        'Slot {0} is moving from {1} to {2}. After MIGRATE: CLUSTER SETSLOT {0} NODE {3} on {2}, then on {1}.',
        one.slot,
        one.from,
        one.to,
        one.id || t('(the id of {0})', one.to),
      ),
    ),
    ...(count > slots.length ? [t('and {0} more', count - slots.length)] : []),
    t(
      'To move the rest of them and end this state: {0}',
      `redis-cli --cluster fix ${kAddress.test(from) ? from : 'HOST:PORT'}`,
    ),
  ];
}
