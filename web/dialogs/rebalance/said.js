// What “Rebalance” says above its pictures.
import { t } from '../../text/language.js';
import { amountNamed } from '../../systems/rebalance/problem.js';
import { problemBy } from '../../systems/rebalance/shares.js';
import { timedOf } from './pace.js';
import { contradictionText, obstaclesText } from './reasons.js';
import { replay } from './replay.js';
import { alsoText, boundOf, emptiedText, headlineOf, keylessText, noteText } from './sentence.js';

/** @typedef {import('./shown.js').Shown} Shown */
/** @typedef {import('../../systems/rebalance/problem.js').Note} Note */

/** The drained nodes that have something to give. @param {Shown['problem']} problem */
function emptiedOf({ entries, options }) {
  const holding = new Set(entries.flatMap(({ replicas }) => replicas));
  return options.drain.filter((name) => holding.has(name));
}

/** How each further amount changes. @param {Shown} shown */
function alsoOf({ problem, plan, stop, kind }) {
  return (problem.options.limits ?? []).map(({ of }) => {
    const { curve } = replay(problemBy(problem, of), plan);
    return alsoText(amountNamed(of), kind, curve[0], curve[stop]);
  });
}

export class Said {
  #part;

  /** @param {(name: string) => any} part of the dialog */
  constructor(part) {
    this.#part = part;
  }

  clear() {
    for (const name of ['headline', 'bound']) this.#say(name, '');
    this.#part('notes').replaceChildren();
  }

  /** A screen reader does not repeat what is the same. @param {string} name @param {string} text */
  #say(name, text) {
    const line = this.#part(name);
    if (line.textContent !== text) line.textContent = text;
    line.hidden = text === '';
  }

  /**
   * Until it is known when moves run, nothing is said of it.
   * @param {Shown} shown @param {{times: import('./timing.js').Times, notes: Note[], keyless: number}} with_
   */
  show(shown, { times, notes, keyless }) {
    const { plan, replayed, stop, problem, kind, by, unit, limit } = shown;
    const { seconds, nights, nightly, texts: nightTexts } = timedOf(shown, times);
    this.#part('headline').ariaBusy = String(times.waits); // a screen reader says the whole of it, once
    const told = {
      ...{ curve: replayed.curve, stop, kind, unit, limit, empties: emptiedOf(problem).length > 0 },
      entries: shown.reading.entries.rows.length + keyless,
      moved: new Set(plan.moves.slice(0, stop).map(([id]) => id)).size,
      ...{ rate: times.pace?.rate ?? 0, seconds, nights, nightly },
      ...{ now: plan.bound.excess, left: plan.excess },
      ...{ found: plan.found, impossible: plan.impossible, proven: plan.proven },
      ...{ plain: problem.options.per_move === 0, bound: plan.bytes_bound },
    };
    this.#say('headline', [shown.partial, headlineOf(told)].filter(Boolean).join(' '));
    const whole = stop === plan.moves.length;
    const texts = [
      whole ? emptiedText(emptiedOf(problem)) : '',
      boundOf(told),
      contradictionText(plan, { by, unit, kind }),
      obstaclesText(plan, { by, unit, kind }),
    ];
    this.#say('bound', texts.filter(Boolean).join(' '));
    for (const name of ['rating', 'disking']) this.#part(name).hidden = unit !== 'bytes';
    this.#part('key-rating').hidden = unit !== 'keys';
    this.#part('timing').hidden = unit === 'entries';
    this.#part('per-node').classList.toggle('sizeless', unit !== 'bytes');
    this.#part('notes').replaceChildren(
      ...[
        ...(shown.unwell ? [`${shown.unwell} ${t('Wait until that is over, and read the cluster again.')}`] : []),
        ...nightTexts,
        ...(plan.found ? alsoOf(shown) : []),
        ...notes.map((note) => noteText(note, kind)),
        ...(keyless > 0 ? [keylessText(keyless, kind)] : []),
      ].map((text) => Object.assign(document.createElement('li'), { textContent: text })),
    );
  }
}
