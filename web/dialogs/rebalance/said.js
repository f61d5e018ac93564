// What “Rebalance” says above its pictures.
import { contradictionText, obstaclesText } from './reasons.js';
import { problemBy, replay } from './replay.js';
import { alsoText, boundOf, emptiedText, headlineOf, keylessText, noteText } from './sentence.js';
import { endsOf } from './schedule.js';

import { amountNamed } from '../../systems/rebalance/problem.js';

/** @typedef {import('./shown.js').Shown} Shown */
/** @typedef {import('../../systems/rebalance/problem.js').Note} Note */

const kMega = 1e6;

/** The drained nodes that have something to give. @param {Shown['problem']} problem */
function emptiedOf({ entries, options }) {
  const holding = new Set(entries.flatMap(({ replicas }) => replicas));
  return options.drain.filter((name) => holding.has(name));
}

/** How each further amount changes. @param {Shown} shown */
function alsoOf({ problem, plan, stop }) {
  return (problem.options.limits ?? []).map(({ of }) => {
    const { curve } = replay(problemBy(problem, of), plan);
    return alsoText(amountNamed(of), curve[0], curve[stop]);
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

  /** @param {Shown} shown @param {{rate: number, atOnce: number, notes: Note[], keyless: number}} with_ */
  show(shown, { rate, atOnce, notes, keyless }) {
    const { plan, replayed, stop, problem, kind, by, unit, bytesOf, limit } = shown;
    const ends = endsOf(plan.moves.slice(0, stop), bytesOf, { rate: rate * kMega, atOnce, fixed: 0 });
    const told = {
      ...{ curve: replayed.curve, stop, entries: problem.entries.length, kind, unit, rate: rate * kMega, limit },
      ...{ now: plan.bound.excess, left: plan.excess },
      ...{ found: plan.found, impossible: plan.impossible, proven: plan.proven },
      ...{ plain: problem.options.per_move === 0, bound: plan.bytes_bound, seconds: ends.at(-1) ?? null },
    };
    this.#say('headline', headlineOf(told));
    const whole = stop === plan.moves.length;
    const texts = [
      whole ? emptiedText(emptiedOf(problem)) : '',
      boundOf(told),
      contradictionText(plan, { by, unit }),
      obstaclesText(plan, { by, unit }),
    ];
    this.#say('bound', texts.filter(Boolean).join(' '));
    this.#part('rating').hidden = unit !== 'bytes';
    this.#part('notes').replaceChildren(
      ...[
        ...(plan.found ? alsoOf(shown) : []),
        ...notes.map(noteText),
        ...(keyless > 0 ? [keylessText(keyless)] : []),
      ].map((text) => Object.assign(document.createElement('li'), { textContent: text })),
    );
  }
}
