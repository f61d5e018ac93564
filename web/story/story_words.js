// What the figures say, in the language of the page: story.html is in English, story.ru.html in Russian. Numbers are
// written as the language writes them.

/** @param {'en' | 'ru'} language */
export function wordsIn(language) {
  const ru = language === 'ru';

  const number = (value, digits = 0) => {
    const form = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: ru ? 'min2' : true };
    return value.toLocaleString(language, form).replace(ru ? /\s/g : /$^/, '\u202f');
  };
  const percent = (part, digits = 1) => `${number(part * 100, digits)}${ru ? '\u202f' : ''}%`;
  const kind = new Intl.PluralRules(language);
  const count = (value, ...forms) =>
    `${number(value)} ${forms[{ one: 0, few: 1, many: 2, other: forms.length - 1 }[kind.select(value)]]}`;
  const list = (names) => new Intl.ListFormat(language).format(names);
  const threeDigits = (value) =>
    number(value, Math.abs(value - Math.round(value)) < 1e-9 || value >= 100 ? 0 : value >= 10 ? 1 : 2);
  const about = (value) => number(value < 100 ? Math.round(value) : Number(value.toPrecision(2)));
  const bytes = (value) => {
    const units = ru ? ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ', 'ПБ'] : ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
    const unit = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log10(value) / 3)));
    return `${threeDigits(value / 1000 ** unit)}\u00a0${units[unit]}`;
  };
  const time = (seconds) => {
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
  const forms = { number, percent, count, list, bytes, time, about };
  return { ...forms, ...(ru ? russian(forms) : english(forms)) };
}

function english({ number, percent, count, list, bytes, time, about }) {
  const keys = (value) => count(value, 'key', 'keys');
  return {
    noCore: (why) => `The exact count could not be loaded (${why}). The hundred keys above are right without it.`,
    embedTitle: 'Embed this figure',
    embedHint: 'Paste these lines into your page. Readers see a link until they start the figure.',
    copy: 'Copy',
    copied: 'Copied.',
    copyYourself: 'This browser forbids copying here. The text is selected: copy it yourself.',
    close: 'Close',

    shelvesLabel: (before, counts) =>
      `${counts.length} nodes with their keys as dots: ${counts.map(([name, keysThere]) => `${name} ${keysThere}`).join(', ')}.${before ? ' A hollow dot has moved; its colour is the node it came from.' : ''}`,
    guess: (value) => `${value} of 100`,
    modulo: {
      moved: (moved, guess) =>
        `*${moved} of 100* keys moved. ${guess === null ? '' : guess === moved ? 'You said exactly that. ' : `You said ${guess}. `}Hollow dots have moved; their colour says from where.`,
      claim: 'Adding one node to hash\u00a0%\u00a0n moves five keys in six',
      claimDoubled: 'Doubling moves half of the keys, none unnecessarily',
      doubled: (moved) =>
        `From five nodes to ten, *${moved} of 100* keys moved. Each old node gives about half of its keys to one new node.`,
      back: 'Back to five. Every key is where it was.',
      exactly: (share, needed) =>
        `Of 100,000 keys, *${percent(share)}* moved; *${percent(needed)}* would have been enough.`,
      add: 'Add node F',
      undo: 'Back to five nodes',
    },

    ringLabel: 'Five nodes on a ring. Each arc has the colour of the node that owns the keys on it.',
    nodeLabel: (name) => `Node ${name}: move it around the ring`,
    nodeValue: (name, degrees, owned) => `${name}, ${degrees} degrees, ${keys(owned)}`,
    ring: {
      dragged: (letter, name, moved, others) =>
        `${letter === name ? `*${name}* is where it was` : `${letter} is now called *${name}*`}: *${keys(moved)}* changed node${others.length > 0 ? `, all between ${list(others)}` : ''}. *${100 - moved}* stayed.`,
      added: (moved, from) => `F took *${keys(moved)}*, all from ${list(from)}. No other node lost or gained a key.`,
      removed: (moved, to) =>
        `F is gone: its *${keys(moved)}* went to ${list(to)}. No other node lost or gained a key.`,
      exactly: (share) => `Of 100,000 keys, *${percent(share)}* moved.`,
      add: 'Add node F',
      remove: 'Remove node F',
      reset: 'All nodes are back in their places.',
    },

    vnodes: {
      value: (v) => `${number(v)} per node`,
      answer: (v, name, peak, spread) =>
        `With *${count(v, 'virtual node', 'virtual nodes')}* per node, ${name} is the most loaded node, with *${number(peak, 2)}×* its fair share. The spread is *${percent(spread)}*; 1/\u2060√v says ${percent(v ** -0.5)}.`,
      exactly: (total, memory) => `Measured on ${keys(total)}. Every client keeps ${bytes(memory)} in memory.`,
    },
    plot: (v, spread) => ({
      label: `Spread against virtual nodes, both on logarithmic axes. Chosen: ${v} with a spread of ${percent(spread)}.`,
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
          `F joins. *${percent(needed)}* of the keys would be its fair share; the hatched part moved between the old nodes.`,
        leave: (needed) =>
          `C leaves. It held about *${percent(needed)}* of the keys; the hatched part moved between nodes that stayed.`,
        weigh: (needed) => `A becomes twice as large. It should hold *${percent(needed)}* of the keys.`,
      },
      exactly: 'The same 100,000 keys for everyone, measured by the core.',
    },

    hot: {
      value: (skew) => `${number(skew, 1)}`,
      answer: (busiest, times, hottest) =>
        `*${busiest}* serves *${number(times, 2)}×* its fair share of requests. One key alone gets *${percent(hottest)}* of them.`,
      keys: {
        ring: (peak) =>
          `The keys are spread evenly enough: no node holds more than ${number(peak, 2)}× its share of them.`,
        bounded: (peak) =>
          `The limit is 1.25× the mean of keys; in whole partitions, no node holds more than ${number(peak, 2)}×. Requests do not count.`,
        copies: (peak) =>
          `Every node answers for the ten hottest keys. The keys stay where they were: at most ${number(peak, 2)}× a fair share.`,
      },
      text: (requests) => percent(requests),
    },

    move: {
      names: { modulo: 'hash\u00a0%\u00a0n', ring: 'Ring' },
      text: (size, seconds) => `${bytes(size)}, ${time(seconds)}`,
      answer: (slow, quick) =>
        `Stop, copy, switch: with hash\u00a0%\u00a0n you are down for *${time(slow)}*, with a ring for *${time(quick)}*.`,
      exactly: (writes, quickWrites) =>
        `Keep serving instead, at 1,000 writes a second, and switch when the copy is done: about *${about(writes)}* writes reach keys already copied, and are lost. With the ring, about *${about(quickWrites)}*.`,
      size: bytes,
      speed: (value) => `${bytes(value)}/s`,
    },

    yours: {
      nodes: (value) => count(value, 'node', 'nodes'),
      answer: ({ nodes, newcomer, modulo, ring, moved, seconds, misses, ringMoved, ringSeconds, ringMisses }) =>
        `Add *${newcomer}* to your *${count(nodes, 'node', 'nodes')}*, and hash\u00a0%\u00a0n moves *${percent(modulo)}* of your keys: ${bytes(moved)}, ${time(seconds)} of copying, and at first ${number(misses)} requests a second miss. A ring with 100 virtual nodes moves *${percent(ring)}*: ${bytes(ringMoved)}, ${time(ringSeconds)}, ${number(ringMisses)} a second.`,
      measured: (sample, all) =>
        sample === all
          ? `Placed by the core: all ${keys(all)}.`
          : `Placed by the core: ${keys(sample)} as a sample of your ${number(all)}.`,
      pasted: (sample) =>
        `Placed by the core: the ${keys(sample)} that you pasted. They stay on this page; the playground will show as many generated ones.`,
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

function russian({ number, percent, count, list, bytes, time, about }) {
  const keys = (value) => count(value, 'ключ', 'ключа', 'ключей');
  return {
    noCore: (why) => `Точный подсчёт загрузить не удалось (${why}). Сто ключей на рисунке верны и без него.`,
    embedTitle: 'Вставить рисунок к себе',
    embedHint: 'Вставьте эти строки в свою страницу. Пока рисунок не запустили, читатель видит ссылку.',
    copy: 'Скопировать',
    copied: 'Скопировано.',
    copyYourself: 'Браузер не даёт скопировать отсюда. Текст выделен: скопируйте его сами.',
    close: 'Закрыть',

    shelvesLabel: (before, counts) =>
      `Узлы и их ключи точками: ${counts.map(([name, keysThere]) => `${name} – ${keysThere}`).join(', ')}.${before ? ' Пустая точка переехала; её цвет – узел, откуда она.' : ''}`,
    guess: (value) => `${value} из 100`,
    modulo: {
      moved: (moved, guess) =>
        `*${moved < 100 ? `${moved} из 100` : 'Все'}* ключей переехали. ${guess === null ? '' : guess === moved ? 'Вы угадали. ' : `Вы сказали ${guess}. `}Пустые точки переехали; цвет говорит откуда.`,
      claim: 'С hash\u00a0%\u00a0n один новый узел сдвигает пять ключей из шести',
      claimDoubled: 'Удвоение сдвигает каждый второй ключ, и никого зря',
      doubled: (moved) =>
        `При росте с пяти узлов до десяти переехали *${moved} из 100*. Каждый старый узел отдаёт примерно половину ключей одному новому.`,
      back: 'Снова пять узлов, и каждый ключ на прежнем месте.',
      exactly: (share, needed) =>
        `Из 100\u202f000 ключей переехало *${percent(share)}*, а хватило бы *${percent(needed)}*.`,
      add: 'Добавить узел F',
      undo: 'Вернуть пять узлов',
    },

    ringLabel: 'Пять узлов на кольце. Дуга окрашена в цвет узла, которому принадлежат её ключи.',
    nodeLabel: (name) => `Узел ${name}: двигать по кольцу`,
    nodeValue: (name, degrees, owned) => `${name}, ${count(degrees, 'градус', 'градуса', 'градусов')}, ${keys(owned)}`,
    ring: {
      dragged: (letter, name, moved, others) =>
        `${letter === name ? `*${name}* стоит, где стоял` : `${letter} теперь зовут *${name}*`}: *${count(moved, 'ключ сменил', 'ключа сменили', 'ключей сменили')}* узел${others.length > 0 ? `, и все – между ${list(others)}` : ''}. Осталось *${100 - moved}*.`,
      added: (moved, from) =>
        `F получил *${keys(moved)}*, и все – от ${list(from)}. Остальные ничего не потеряли и не получили.`,
      removed: (moved, to) =>
        `F ушёл, *${count(moved, 'ключ достался', 'ключа достались', 'ключей достались')}* ${list(to)}. Остальные ничего не заметили.`,
      exactly: (share) => `Из 100\u202f000 ключей переехало *${percent(share)}*.`,
      add: 'Добавить узел F',
      remove: 'Убрать узел F',
      reset: 'Все узлы снова на своих местах.',
    },

    vnodes: {
      value: (v) => `${number(v)} на узел`,
      answer: (v, name, peak, spread) =>
        `*${count(v, 'виртуальный узел', 'виртуальных узла', 'виртуальных узлов')}* на узел: больше всех загружен ${name}, у него *${number(peak, 2)}* справедливой доли. Разброс *${percent(spread)}*, а 1/\u2060√v обещает ${percent(v ** -0.5)}.`,
      exactly: (total, memory) =>
        `Измерено на ${number(total)} ключей. Каждый клиент держит в памяти ${bytes(memory)}.`,
    },
    plot: (v, spread) => ({
      label: `Разброс в зависимости от числа виртуальных узлов, обе оси логарифмические. Выбрано ${number(v)}, разброс ${percent(spread)}.`,
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
          `Приходит F. Его справедливая доля – *${percent(needed)}* ключей; заштриховано то, что переехало между остальными узлами.`,
        leave: (needed) =>
          `Уходит C. У него было около *${percent(needed)}* ключей; заштриховано то, что переехало между остальными узлами.`,
        weigh: (needed) => `A стал вдвое больше. Ему полагается *${percent(needed)}* ключей.`,
      },
      exactly: 'Всем достались одни и те же 100\u202f000 ключей; считало ядро.',
    },

    hot: {
      value: (skew) => `${number(skew, 1)}`,
      answer: (busiest, times, hottest) =>
        `*${busiest}* обслуживает *${number(times, 2)}* справедливой доли запросов. На один-единственный ключ приходится *${percent(hottest)}* всех запросов.`,
      keys: {
        ring: (peak) => `Ключи лежат почти ровно: ни у кого не больше ${number(peak, 2)} справедливой доли.`,
        bounded: (peak) =>
          `Предел – 1,25 среднего числа ключей; целыми партициями – не больше ${number(peak, 2)}. Запросы не учитываются.`,
        copies: (peak) =>
          `За десять самых горячих ключей отвечает любой узел. Сами ключи остались на месте: ни у кого не больше ${number(peak, 2)} справедливой доли.`,
      },
      text: (requests) => percent(requests),
    },

    move: {
      names: { modulo: 'hash\u00a0%\u00a0n', ring: 'Кольцо' },
      text: (size, seconds) => `${bytes(size)}, ${time(seconds)}`,
      answer: (slow, quick) =>
        `Остановить, скопировать, переключить: с hash\u00a0%\u00a0n простой *${time(slow)}*, с кольцом *${time(quick)}*.`,
      exactly: (writes, quickWrites) =>
        `Если не останавливаться, а переключиться после копирования, то при 1000 записей в секунду около *${about(writes)}* записей придутся на уже скопированные ключи и пропадут. С кольцом – около *${about(quickWrites)}*.`,
      size: bytes,
      speed: (value) => `${bytes(value)}/с`,
    },

    yours: {
      nodes: (value) => count(value, 'узел', 'узла', 'узлов'),
      answer: ({ nodes, newcomer, modulo, ring, moved, seconds, misses, ringMoved, ringSeconds, ringMisses }) =>
        `Добавьте *${newcomer}* к своим узлам (их *${number(nodes)}*), и hash\u00a0%\u00a0n перевезёт *${percent(modulo)}* ключей: ${bytes(moved)}, ${time(seconds)} копирования и поначалу ${count(misses, 'промах', 'промаха', 'промахов')} в секунду. Кольцо со 100 виртуальными узлами перевезёт *${percent(ring)}*: ${bytes(ringMoved)}, ${time(ringSeconds)}, ${number(ringMisses)} в секунду.`,
      measured: (sample, all) =>
        sample === all
          ? `Ядро разложило все ${keys(all)}.`
          : `Ядро разложило выборку: ${keys(sample)} из ваших ${number(all)}.`,
      pasted: (sample) =>
        `Ядро разложило вставленные вами ключи: ${number(sample)}. Они не покидают страницу; площадка покажет столько же сгенерированных.`,
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
