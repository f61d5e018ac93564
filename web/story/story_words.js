// What the figures say, in the language of the page: story.html is in English, story.ru.html in Russian. Numbers are
// written as the language writes them.

/**
 * How the language writes numbers and lists.
 * @typedef {object} Forms
 * @property {(value: number, digits?: number) => string} number
 * @property {(part: number, digits?: number) => string} percent of a share, 0 to 1
 * @property {(value: number, ...forms: string[]) => string} count with the form of the noun that fits the number
 * @property {(names: string[]) => string} list
 * @property {(value: number) => string} bytes
 * @property {(seconds: number) => string} time
 * @property {(value: number) => string} about
 */

/** @typedef {(value: number) => string} OfNumber a text about one number */
/** @typedef {(share: number) => string} OfShare a text about a share, 0 to 1 */

/**
 * Around all figures.
 * @typedef {object} FrameWords
 * @property {(why: string) => string} noCore
 * @property {string} embedTitle
 * @property {string} embedHint
 * @property {string} copy
 * @property {string} copied
 * @property {string} copyYourself
 * @property {string} close
 */

/**
 * Figure 1: a hundred keys on shelves.
 * @typedef {object} ModuloWords
 * @property {(moved: number, guess: ?number) => string} moved
 * @property {string} claim
 * @property {string} claimDoubled
 * @property {OfNumber} doubled
 * @property {string} back
 * @property {(share: number, needed: number) => string} exactly
 * @property {string} add
 * @property {string} undo
 * @property {string} guessFirst in place of the answer
 */

/**
 * Figure 2: the same keys on a ring.
 * @typedef {object} RingWords
 * @property {(letter: string, name: string, moved: number, others: string[]) => string} dragged
 * @property {(moved: number, from: string[]) => string} added
 * @property {(moved: number, to: string[]) => string} removed
 * @property {OfShare} exactly
 * @property {string} add
 * @property {string} remove
 * @property {string} reset
 */

/**
 * @typedef {object} KeysWords
 * @property {(before: boolean, counts: [name: string, keys: number][]) => string} shelvesLabel
 * @property {OfNumber} guess
 * @property {string} noGuess as long as nobody has touched the slider
 * @property {ModuloWords} modulo
 * @property {string} ringLabel
 * @property {(name: string) => string} nodeLabel
 * @property {(name: string, degrees: number, owned: number) => string} nodeValue
 * @property {RingWords} ring
 */

/**
 * Figure 3.
 * @typedef {object} VnodesWords
 * @property {OfNumber} value
 * @property {(v: number, name: string, peak: number, spread: number) => string} answer
 * @property {(total: number, memory: number) => string} exactly `memory`: in bytes
 */

/**
 * @typedef {object} PlotWords
 * @property {string} label
 * @property {string} x
 * @property {string} law
 * @property {OfShare} percent
 */

/**
 * Figure 4. Each of `answer` takes the least share that must move.
 * @typedef {object} AlternativesWords
 * @property {Record<import('./alternatives.js').Strategy, string>} names
 * @property {OfShare} moved
 * @property {{join: NeedlessWords, leave: NeedlessWords, weigh: WeighWords}} notes
 * @property {string} refused
 * @property {string} cannot
 * @property {Record<import('./alternatives.js').Change, OfShare>} answer
 * @property {string} exactly
 */
/** @typedef {{needless: OfShare, none: string}} NeedlessWords */
/** @typedef {NeedlessWords & {ignored: string, got: OfShare}} WeighWords */

/**
 * @typedef {object} StrategyWords
 * @property {VnodesWords} vnodes
 * @property {(v: number, spread: number) => PlotWords} plot
 * @property {AlternativesWords} alternatives
 */

/**
 * Figure 5. `keys` has a sentence for each remedy.
 * @typedef {object} HotWords
 * @property {OfNumber} value
 * @property {(busiest: string, times: number, hottest: number) => string} answer
 * @property {Record<import('./hot.js').Remedy, OfNumber>} keys
 * @property {OfShare} text
 */

/**
 * Figure 6: bytes and seconds; `slow` and `writes` with a division by n, `quick` and `quickWrites` with a ring.
 * @typedef {object} MoveWords
 * @property {Record<import('./move.js').Strategy, string>} names
 * @property {(size: number, seconds: number) => string} text
 * @property {(slow: number, quick: number) => string} answer
 * @property {(writes: number, quickWrites: number) => string} exactly
 * @property {OfNumber} size
 * @property {OfNumber} speed
 */

/**
 * What the answer of figure 7 is made of: shares, bytes, seconds, and requests a second.
 * @typedef {object} YoursNumbers
 * @property {number} nodes
 * @property {string} newcomer
 * @property {number} modulo
 * @property {number} ring
 * @property {number} moved
 * @property {number} seconds
 * @property {number} misses
 * @property {number} ringMoved
 * @property {number} ringSeconds
 * @property {number} ringMisses
 */

/**
 * Figure 7. `wrong`: what a field of the form expects.
 * @typedef {object} YoursWords
 * @property {OfNumber} nodes
 * @property {(numbers: YoursNumbers) => string} answer
 * @property {(sample: number, all: number) => string} measured
 * @property {OfNumber} pasted
 * @property {Record<import('./yours.js').Field, string>} wrong
 */

/** @typedef {{hot: HotWords, move: MoveWords, yours: YoursWords}} CostWords */

/** @typedef {FrameWords & KeysWords & StrategyWords & CostWords} Sentences */
/** @typedef {Forms & Sentences} Words */

/**
 * @param {'en' | 'ru'} language
 * @returns {Words}
 */
export function wordsIn(language) {
  const forms = formsIn(language);
  return { ...forms, ...(language === 'ru' ? russian(forms) : english(forms)) };
}

/**
 * @param {'en' | 'ru'} language
 * @returns {Forms}
 */
function formsIn(language) {
  const ru = language === 'ru';
  /** @type {Forms['number']} */
  const number = (value, digits = 0) => {
    /** @type {Intl.NumberFormatOptions} */
    const form = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: ru ? 'min2' : true };
    return value.toLocaleString(language, form).replace(ru ? /\s/g : /$^/, '\u202f');
  };
  /** @type {Forms['percent']} */
  const percent = (part, digits = 1) => `${number(part * 100, digits)}${ru ? '\u202f' : ''}%`;
  const kind = new Intl.PluralRules(language);
  /** @type {Forms['count']} */
  const count = (value, ...forms) => {
    const last = forms.length - 1;
    // Neither language has more categories.
    const at = { zero: last, one: 0, two: last, few: 1, many: 2, other: last }[kind.select(value)];
    return `${number(value)} ${forms[at]}`;
  };
  /** @type {Forms['list']} */
  const list = (names) => new Intl.ListFormat(language).format(names);
  const threeDigits = (/** @type {number} */ value) =>
    number(value, Math.abs(value - Math.round(value)) < 1e-9 || value >= 100 ? 0 : value >= 10 ? 1 : 2);
  /** @type {Forms['about']} */
  const about = (value) => number(value < 100 ? Math.round(value) : Number(value.toPrecision(2)));
  /** @type {Forms['bytes']} */
  const bytes = (value) => {
    const units = ru ? ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ', 'ПБ'] : ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
    const unit = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log10(value) / 3)));
    return `${threeDigits(value / 1000 ** unit)}\u00a0${units[unit]}`;
  };
  /** @type {Forms['time']} */
  const time = (seconds) => {
    /** @type {[number, string]} */
    const [size, unit] =
      seconds < 60
        ? [1, ru ? 'с' : 's']
        : seconds < 3600
          ? [60, ru ? 'мин' : 'min']
          : seconds < 48 * 3600
            ? [3600, ru ? 'ч' : 'h']
            : [86400, ru ? 'сут' : 'days'];
    return `${threeDigits(seconds / size)}\u00a0${unit}`;
  };
  return { number, percent, count, list, bytes, time, about };
}

/**
 * @param {Forms} forms
 * @returns {Sentences}
 */
function english(forms) {
  return { ...kEnglishFrame, ...englishKeys(forms), ...englishStrategies(forms), ...englishCosts(forms) };
}

/** @type {FrameWords} */
const kEnglishFrame = {
  noCore: (why) => `The exact count could not be loaded (${why}). The hundred keys above are right without it.`,
  embedTitle: 'Embed this figure',
  embedHint: 'Paste these lines into your page. Readers see a link until they start the figure.',
  copy: 'Copy',
  copied: 'Copied.',
  copyYourself: 'This browser forbids copying here. The text is selected: copy it yourself.',
  close: 'Close',
};

/**
 * @param {Forms} forms
 * @returns {KeysWords}
 */
function englishKeys({ percent, count, list }) {
  const keys = (/** @type {number} */ value) => count(value, 'key', 'keys');
  return {
    shelvesLabel: (before, counts) => {
      const shelves = counts.map(([name, keysThere]) => `${name} ${keysThere}`).join(', ');
      const hollow = before ? ' A hollow dot has moved; its colour is the node it came from.' : '';
      return `${counts.length} nodes with their keys as dots: ${shelves}.${hollow}`;
    },
    guess: (value) => `${value} of 100`,
    noGuess: 'move the slider to guess',
    modulo: {
      moved: (moved, guess) => {
        const said = guess === null ? '' : guess === moved ? 'You said exactly that. ' : `You said ${guess}. `;
        return `*${moved} of 100* keys moved. ${said}Hollow dots have moved; their colour says from where.`;
      },
      claim: 'Adding one node to hash\u00a0%\u00a0n moves five keys in six',
      claimDoubled: 'Doubling moves half of the keys, none unnecessarily',
      doubled: (moved) =>
        `From five nodes to ten, *${moved} of 100* keys moved. ` +
        `Each old node gives about half of its keys to one new node.`,
      back: 'Back to five. Every key is where it was.',
      exactly: (share, needed) =>
        `Of 100,000 keys, *${percent(share)}* moved; *${percent(needed)}* would have been enough.`,
      add: 'Add node F',
      undo: 'Back to five nodes',
      guessFirst: 'The answer is covered: guess first, then add node F.',
    },

    ringLabel: 'Five nodes on a ring. Each arc has the colour of the node that owns the keys on it.',
    nodeLabel: (name) => `Node ${name}: move it around the ring`,
    nodeValue: (name, degrees, owned) => `${name}, ${degrees} degrees, ${keys(owned)}`,
    ring: {
      dragged: (letter, name, moved, others) => {
        const what = letter === name ? `*${name}* is where it was` : `${letter} is now called *${name}*`;
        const between = others.length > 0 ? `, all between ${list(others)}` : '';
        return `${what}: *${keys(moved)}* changed node${between}. *${100 - moved}* stayed.`;
      },
      added: (moved, from) => `F took *${keys(moved)}*, all from ${list(from)}. No other node lost or gained a key.`,
      removed: (moved, to) =>
        `F is gone: its *${keys(moved)}* went to ${list(to)}. No other node lost or gained a key.`,
      exactly: (share) => `Of 100,000 keys, *${percent(share)}* moved.`,
      add: 'Add node F',
      remove: 'Remove node F',
      reset: 'All nodes are back in their places.',
    },
  };
}

/**
 * @param {Forms} forms
 * @returns {StrategyWords}
 */
function englishStrategies({ number, percent, count, bytes }) {
  const keys = (/** @type {number} */ value) => count(value, 'key', 'keys');
  return {
    vnodes: {
      value: (v) => `${number(v)} per node`,
      answer: (v, name, peak, spread) =>
        `With *${count(v, 'virtual node', 'virtual nodes')}* per node, ${name} is the most loaded node, ` +
        `with *${number(peak, 2)}×* its fair share. ` +
        `The spread is *${percent(spread)}*; 1/\u2060√v says ${percent(v ** -0.5)}.`,
      exactly: (total, memory) => `Measured on ${keys(total)}. Every client keeps ${bytes(memory)} in memory.`,
    },
    plot: (v, spread) => ({
      label:
        'Spread against virtual nodes, both on logarithmic axes. ' +
        `Chosen: ${v} with a spread of ${percent(spread)}.`,
      x: 'virtual nodes per node (v)',
      law: '1/√v',
      percent: (part) => percent(part, 0),
    }),

    alternatives: {
      names: {
        modulo: 'hash\u00a0%\u00a0n',
        ring: 'Ring',
        jump: 'Jump',
        rendezvous: 'Rendezvous',
        maglev: 'Maglev',
        slots: 'Slots',
      },
      moved: (share) => percent(share),
      notes: {
        join: { needless: (share) => `${percent(share)} moved unnecessarily`, none: 'nothing moved unnecessarily' },
        leave: { needless: (share) => `${percent(share)} moved unnecessarily`, none: 'nothing moved unnecessarily' },
        weigh: {
          needless: (share) => `${percent(share)} moved unnecessarily`,
          none: 'nothing moved unnecessarily',
          ignored: 'it ignores weights',
          got: (share) => `A holds ${percent(share)}`,
        },
      },
      refused: 'only its last node can leave',
      cannot: 'cannot',
      answer: {
        join: (needed) =>
          `F joins. *${percent(needed)}* of the keys would be its fair share; ` +
          `the hatched part moved between the old nodes.`,
        leave: (needed) =>
          `C leaves. It held about *${percent(needed)}* of the keys; ` +
          `the hatched part moved between nodes that stayed.`,
        weigh: (needed) => `A becomes twice as large. It should hold *${percent(needed)}* of the keys.`,
      },
      exactly: 'The same 100,000 keys for everyone, measured by the core.',
    },
  };
}

/**
 * @param {Forms} forms
 * @returns {CostWords}
 */
function englishCosts({ number, percent, count, bytes, time, about }) {
  const keys = (/** @type {number} */ value) => count(value, 'key', 'keys');
  return {
    hot: {
      value: (skew) => `${number(skew, 1)}`,
      answer: (busiest, times, hottest) =>
        `*${busiest}* serves *${number(times, 2)}×* its fair share of requests. ` +
        `One key alone gets *${percent(hottest)}* of them.`,
      keys: {
        ring: (peak) =>
          `The keys are spread evenly enough: no node holds more than ${number(peak, 2)}× its share of them.`,
        bounded: (peak) =>
          `The limit is 1.25× the mean of keys; ` +
          `in whole partitions, no node holds more than ${number(peak, 2)}×. Requests do not count.`,
        copies: (peak) =>
          'Every node answers for the ten hottest keys. ' +
          `The keys stay where they were: at most ${number(peak, 2)}× a fair share.`,
      },
      text: (requests) => percent(requests),
    },

    move: {
      names: { modulo: 'hash\u00a0%\u00a0n', ring: 'Ring' },
      text: (size, seconds) => `${bytes(size)}, ${time(seconds)}`,
      answer: (slow, quick) =>
        'Stop, copy, switch: ' +
        `with hash\u00a0%\u00a0n you are down for *${time(slow)}*, with a ring for *${time(quick)}*.`,
      exactly: (writes, quickWrites) =>
        'Keep serving instead, at 1,000 writes a second, and switch when the copy is done: ' +
        `about *${about(writes)}* writes reach keys already copied, and are lost. ` +
        `With the ring, about *${about(quickWrites)}*.`,
      size: bytes,
      speed: (value) => `${bytes(value)}/s`,
    },

    yours: {
      nodes: (value) => count(value, 'node', 'nodes'),
      answer: ({ nodes, newcomer, modulo, ring, moved, seconds, misses, ringMoved, ringSeconds, ringMisses }) =>
        `Add *${newcomer}* to your *${count(nodes, 'node', 'nodes')}*, ` +
        `and hash\u00a0%\u00a0n moves *${percent(modulo)}* of your keys: ` +
        `${bytes(moved)}, ${time(seconds)} of copying, ` +
        `and at first ${number(misses)} requests a second miss. ` +
        `A ring with 100 virtual nodes moves *${percent(ring)}*: ` +
        `${bytes(ringMoved)}, ${time(ringSeconds)}, ${number(ringMisses)} a second.`,
      measured: (sample, all) =>
        sample === all
          ? `Placed by the core: all ${keys(all)}.`
          : `Placed by the core: ${keys(sample)} as a sample of your ${number(all)}.`,
      pasted: (sample) =>
        `Placed by the core: the ${keys(sample)} that you pasted. ` +
        `They stay on this page; the playground will show as many generated ones.`,
      wrong: {
        nodes:
          'Nodes: expected a number from 1 to 1,000, or up to 1,000 names, one per line, each of up to 255 characters.',
        keys: 'Keys: expected a number from 1, or at least two keys, one per line.',
        size: 'Size of a value: expected a number of bytes above 0.',
        speed: 'Network: expected a number of MB/s above 0.',
        rate: 'Requests: expected a number of 0 or more.',
      },
    },
  };
}

/**
 * @param {Forms} forms
 * @returns {Sentences}
 */
function russian(forms) {
  return { ...kRussianFrame, ...russianKeys(forms), ...russianStrategies(forms), ...russianCosts(forms) };
}

/** @type {FrameWords} */
const kRussianFrame = {
  noCore: (why) => `Точный подсчёт загрузить не удалось (${why}). Сто ключей на рисунке верны и без него.`,
  embedTitle: 'Вставить рисунок к себе',
  embedHint: 'Вставьте эти строки в свою страницу. Пока рисунок не запустили, читатель видит ссылку.',
  copy: 'Скопировать',
  copied: 'Скопировано.',
  copyYourself: 'Браузер не даёт скопировать отсюда. Текст выделен: скопируйте его сами.',
  close: 'Закрыть',
};

/**
 * @param {Forms} forms
 * @returns {KeysWords}
 */
function russianKeys({ percent, count, list }) {
  const keys = (/** @type {number} */ value) => count(value, 'ключ', 'ключа', 'ключей');
  return {
    shelvesLabel: (before, counts) => {
      const shelves = counts.map(([name, keysThere]) => `${name} – ${keysThere}`).join(', ');
      const hollow = before ? ' Пустая точка переехала; её цвет – узел, откуда она.' : '';
      return `Узлы и их ключи точками: ${shelves}.${hollow}`;
    },
    guess: (value) => `${value} из 100`,
    noGuess: 'сдвиньте ползунок',
    modulo: {
      moved: (moved, guess) => {
        const many = moved < 100 ? `${moved} из 100` : 'Все';
        const said = guess === null ? '' : guess === moved ? 'Вы угадали. ' : `Вы сказали ${guess}. `;
        return `*${many}* ключей переехали. ${said}Пустые точки переехали; цвет говорит откуда.`;
      },
      claim: 'С hash\u00a0%\u00a0n один новый узел сдвигает пять ключей из шести',
      claimDoubled: 'Удвоение сдвигает каждый второй ключ, и никого зря',
      doubled: (moved) =>
        `При росте с пяти узлов до десяти переехали *${moved} из 100*. ` +
        `Каждый старый узел отдаёт примерно половину ключей одному новому.`,
      back: 'Снова пять узлов, и каждый ключ на прежнем месте.',
      exactly: (share, needed) =>
        `Из 100\u202f000 ключей переехало *${percent(share)}*, а хватило бы *${percent(needed)}*.`,
      add: 'Добавить узел F',
      undo: 'Вернуть пять узлов',
      guessFirst: 'Ответ закрыт: сначала угадайте, потом добавьте узел F.',
    },

    ringLabel: 'Пять узлов на кольце. Дуга окрашена в цвет узла, которому принадлежат её ключи.',
    nodeLabel: (name) => `Узел ${name}: двигать по кольцу`,
    nodeValue: (name, degrees, owned) => `${name}, ${count(degrees, 'градус', 'градуса', 'градусов')}, ${keys(owned)}`,
    ring: {
      dragged: (letter, name, moved, others) => {
        const what = letter === name ? `*${name}* стоит, где стоял` : `${letter} теперь зовут *${name}*`;
        const changed = count(moved, 'ключ сменил', 'ключа сменили', 'ключей сменили');
        const between = others.length > 0 ? `, и все – между ${list(others)}` : '';
        return `${what}: *${changed}* узел${between}. Осталось *${100 - moved}*.`;
      },
      added: (moved, from) =>
        `F получил *${keys(moved)}*, и все – от ${list(from)}. Остальные ничего не потеряли и не получили.`,
      removed: (moved, to) =>
        `F ушёл, *${count(moved, 'ключ достался', 'ключа достались', 'ключей достались')}* ${list(to)}. ` +
        `Остальные ничего не заметили.`,
      exactly: (share) => `Из 100\u202f000 ключей переехало *${percent(share)}*.`,
      add: 'Добавить узел F',
      remove: 'Убрать узел F',
      reset: 'Все узлы снова на своих местах.',
    },
  };
}

/**
 * @param {Forms} forms
 * @returns {StrategyWords}
 */
function russianStrategies({ number, percent, count, bytes }) {
  return {
    vnodes: {
      value: (v) => `${number(v)} на узел`,
      answer: (v, name, peak, spread) =>
        `*${count(v, 'виртуальный узел', 'виртуальных узла', 'виртуальных узлов')}* на узел: ` +
        `больше всех загружен ${name}, у него *${number(peak, 2)}* справедливой доли. ` +
        `Разброс *${percent(spread)}*, а 1/\u2060√v обещает ${percent(v ** -0.5)}.`,
      exactly: (total, memory) =>
        `Измерено на ${number(total)} ключей. Каждый клиент держит в памяти ${bytes(memory)}.`,
    },
    plot: (v, spread) => ({
      label:
        'Разброс в зависимости от числа виртуальных узлов, обе оси логарифмические. ' +
        `Выбрано ${number(v)}, разброс ${percent(spread)}.`,
      x: 'виртуальных узлов на узел (v)',
      law: '1/√v',
      percent: (part) => percent(part, 0),
    }),

    alternatives: {
      names: {
        modulo: 'hash\u00a0%\u00a0n',
        ring: 'Кольцо',
        jump: 'Jump',
        rendezvous: 'Рандеву',
        maglev: 'Maglev',
        slots: 'Слоты',
      },
      moved: (share) => percent(share),
      notes: {
        join: { needless: (share) => `${percent(share)} переехало зря`, none: 'зря не переехал никто' },
        leave: { needless: (share) => `${percent(share)} переехало зря`, none: 'зря не переехал никто' },
        weigh: {
          needless: (share) => `${percent(share)} переехало зря`,
          none: 'зря не переехал никто',
          ignored: 'вес ничего не меняет',
          got: (share) => `у A теперь ${percent(share)}`,
        },
      },
      refused: 'уйти может только последний узел',
      cannot: 'не умеет',
      answer: {
        join: (needed) =>
          `Приходит F. Его справедливая доля – *${percent(needed)}* ключей; ` +
          `заштриховано то, что переехало между остальными узлами.`,
        leave: (needed) =>
          `Уходит C. У него было около *${percent(needed)}* ключей; ` +
          `заштриховано то, что переехало между остальными узлами.`,
        weigh: (needed) => `A стал вдвое больше. Ему полагается *${percent(needed)}* ключей.`,
      },
      exactly: 'Всем достались одни и те же 100\u202f000 ключей; считало ядро.',
    },
  };
}

/**
 * @param {Forms} forms
 * @returns {CostWords}
 */
function russianCosts({ number, percent, count, bytes, time, about }) {
  const keys = (/** @type {number} */ value) => count(value, 'ключ', 'ключа', 'ключей');
  return {
    hot: {
      value: (skew) => `${number(skew, 1)}`,
      answer: (busiest, times, hottest) =>
        `*${busiest}* обслуживает *${number(times, 2)}* справедливой доли запросов. ` +
        `На один-единственный ключ приходится *${percent(hottest)}* всех запросов.`,
      keys: {
        ring: (peak) => `Ключи лежат почти ровно: ни у кого не больше ${number(peak, 2)} справедливой доли.`,
        bounded: (peak) =>
          `Предел – 1,25 среднего числа ключей; ` +
          `целыми партициями – не больше ${number(peak, 2)}. Запросы не учитываются.`,
        copies: (peak) =>
          'За десять самых горячих ключей отвечает любой узел. ' +
          `Сами ключи остались на месте: ни у кого не больше ${number(peak, 2)} справедливой доли.`,
      },
      text: (requests) => percent(requests),
    },

    move: {
      names: { modulo: 'hash\u00a0%\u00a0n', ring: 'Кольцо' },
      text: (size, seconds) => `${bytes(size)}, ${time(seconds)}`,
      answer: (slow, quick) =>
        'Остановить, скопировать, переключить: ' +
        `с hash\u00a0%\u00a0n простой *${time(slow)}*, с кольцом *${time(quick)}*.`,
      exactly: (writes, quickWrites) =>
        'Если не останавливаться, а переключиться после копирования, то при 1000 записей в секунду ' +
        `около *${about(writes)}* записей придутся на уже скопированные ключи и пропадут. ` +
        `С кольцом – около *${about(quickWrites)}*.`,
      size: bytes,
      speed: (value) => `${bytes(value)}/с`,
    },

    yours: {
      nodes: (value) => count(value, 'узел', 'узла', 'узлов'),
      answer: ({ nodes, newcomer, modulo, ring, moved, seconds, misses, ringMoved, ringSeconds, ringMisses }) =>
        `Добавьте *${newcomer}* к своим узлам (их *${number(nodes)}*), ` +
        `и hash\u00a0%\u00a0n перевезёт *${percent(modulo)}* ключей: ` +
        `${bytes(moved)}, ${time(seconds)} копирования ` +
        `и поначалу ${count(misses, 'промах', 'промаха', 'промахов')} в секунду. ` +
        `Кольцо со 100 виртуальными узлами перевезёт *${percent(ring)}*: ` +
        `${bytes(ringMoved)}, ${time(ringSeconds)}, ${number(ringMisses)} в секунду.`,
      measured: (sample, all) =>
        sample === all
          ? `Ядро разложило все ${keys(all)}.`
          : `Ядро разложило выборку: ${keys(sample)} из ваших ${number(all)}.`,
      pasted: (sample) =>
        `Ядро разложило вставленные вами ключи: ${number(sample)}. ` +
        `Они не покидают страницу; площадка покажет столько же сгенерированных.`,
      wrong: {
        nodes: 'Узлы: нужно число от 1 до 1000 или имена, по одному в строке: до 1000, каждое не длиннее 255 знаков.',
        keys: 'Ключи: нужно число от 1 или хотя бы два ключа, по одному в строке.',
        size: 'Размер значения: нужно число байтов больше 0.',
        speed: 'Сеть: нужно число МБ/с больше 0.',
        rate: 'Запросы: нужно число от 0.',
      },
    },
  };
}

/** In Node, where story.html is built, there is no page yet: see wordsIn(). */
export const words = wordsIn(globalThis.document?.documentElement.lang === 'ru' ? 'ru' : 'en');
