// What the canvas says of counts that are bytes: its own words are those of requests (web/text/words.def).
import { t } from '../../text/language.js';

const kThese = ['{0}', '{1}']; // the canvas fills them in

/** By the English text that each replaces. */
export const bytesInstead = () => ({
  'Keys and requests per node': t('Keys and bytes per node'),
  'by requests': t('by bytes'),
  'Max / mean requests': t('Max / mean bytes'),
  'Max / fair requests': t('Max / fair bytes'),
  'requests, % off fair share': t('bytes, % off fair share'),
  'The busiest node serves {0} times the mean. Hottest keys: {1}.': t(
    'The fullest node holds {0} times the mean. Largest keys: {1}.',
    ...kThese,
  ),
  'The busiest node serves {0} times its fair share. Hottest keys: {1}.': t(
    'The fullest node holds {0} times its fair share. Largest keys: {1}.',
    ...kThese,
  ),
  ' – #{0}# of requests are now served by {1}.': t(' – #{0}# of the bytes are now served by {1}.', ...kThese),
  ' It serves {0} of requests': t(' It holds {0} of the bytes', ...kThese),
  ', {0} of all requests for {1} alone': t(', {0} of all bytes in {1} alone', ...kThese),
});

/** @type {Map<string, ?(() => Record<string, string>)>} by the keys' fingerprint */
const words = new Map();

/**
 * From now on, the canvas calls what the page's present keys count by its name.
 * @param {Pick<import('../../host/page.js').Page, 'bridge' | 'state' | 'replaceWords'>} page
 * @param {?('requests' | 'bytes')} figure
 */
export function nameFigure({ bridge, state, replaceWords }, figure) {
  // The scenario has them already; the state, which the canvas shows, will have them once they are placed.
  words.set(`0x${bridge.read('scenario').keys?.fingerprint}`, figure === 'bytes' ? bytesInstead : null);
  replaceWords(() => words.get(state().own_keys?.fingerprint ?? '') ?? null);
}
