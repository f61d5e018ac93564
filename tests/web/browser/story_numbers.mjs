// The numbers in the prose of story.html, computed by the core, under their names in data-number.

const kNodes = ['A', 'B', 'C', 'D', 'E'];
const keys = (/** @type {number} */ count) => ({ kind: 'sequential', count, prefix: 'file-' });

/** @param {any} core */
export function numbersOf(core) {
  const place = (/** @type {string} */ strategy, rest = {}, count = 100_000) =>
    core.place({ strategy, nodes: kNodes, keys: keys(count), ...rest });
  const add = (/** @type {string[]} */ ...names) => ({ log: names.map((name) => ({ add: name })) });
  const joining = (
    /** @type {string} */ strategy,
    /** @type {Record<string, number>} */ params,
    /** @type {number} */ count,
    /** @type {string[]} */ ...names
  ) => {
    const before = place(strategy, { params }, count),
      after = place(strategy, { params, ...add(...names) }, count);
    return { before, after, ...core.compare(before, after) };
  };
  const peak = (/** @type {number} */ vnodes) => place('ring', { params: { vnodes } }).stats.peakToMean;
  const busiest = (/** @type {string} */ strategy, spread = 0) =>
    place(strategy, { requests: { skew: 1, spread } }).stats.requestPeakToMean;

  const hundred = joining('modulo', {}, 100, 'F');
  const onRing = joining('ring', { vnodes: 1 }, 100, 'F');
  const maglev = joining('maglev', {}, 100_000, 'F');
  const join = (/** @type {string} */ strategy) => joining(strategy, {}, 100_000, 'F').share;

  // If one key of 100,000 moves, the hottest, the share of requests that the core says moved is that key's.
  const all = place('ring', { params: { vnodes: 1 } });
  const owners = all.owners.slice();
  owners[0] = owners[0] === 0 ? 1 : 0;
  const hottest = core.compare(all, { ...all, owners }, { skew: 1 }).requestShare;

  return {
    'modulo-100-moved': { value: hundred.moved.length },
    'modulo-100-newcomer': { value: hundred.after.counts[5] },
    'modulo-100-others': { value: hundred.moved.length - hundred.after.counts[5] },
    'modulo-doubled': { share: joining('modulo', {}, 100_000, 'F', 'G', 'H', 'I', 'J').share, digits: 1 },
    'ring-100-moved': { value: onRing.moved.length },
    'ring-100-fullest': { value: Math.max(...onRing.before.counts) },
    'ring-100-emptiest': { value: Math.min(...onRing.before.counts) },
    'vnodes-1-peak': { value: peak(1), digits: 2 },
    'vnodes-10-peak': { value: peak(10), digits: 2 },
    'vnodes-100-peak': { value: peak(100), digits: 2 },
    'vnodes-200-memory': { kilobytes: place('ring', { params: { vnodes: 200 } }).memoryBytes / 1000, digits: 1 },
    'join-ring': { share: join('ring'), digits: 1 },
    'join-jump': { share: join('jump'), digits: 1 },
    'join-rendezvous': { share: join('rendezvous'), digits: 1 },
    'join-modulo': { share: join('modulo'), digits: 1 },
    'join-maglev-needless': { share: maglev.needless / 100_000, digits: 2 },
    'hot-key': { share: hottest, digits: 1 },
    'hot-ring': { value: busiest('ring'), digits: 2 },
    'hot-keys': { value: place('ring').stats.peakToMean, digits: 2 },
    'hot-bounded': { value: busiest('bounded_ring'), digits: 2 },
    'hot-copies': { value: busiest('ring', 10), digits: 2 },
  };
}

/** A number as the page's language writes it. @param {any} number @param {string} language */
export function written({ value, share, kilobytes, digits = 0 }, language) {
  const decimal = (/** @type {number} */ number) => number.toFixed(digits).replace('.', language === 'ru' ? ',' : '.');
  if (share !== undefined) return `${decimal(share * 100)}${language === 'ru' ? '\u202f%' : '%'}`;
  if (kilobytes !== undefined) return `${decimal(kilobytes)}\u00a0${language === 'ru' ? 'КБ' : 'KB'}`;
  return decimal(value);
}
