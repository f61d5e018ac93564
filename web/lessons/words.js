// The words of the lessons' panel and of the teacher's page. {0}, {1} are put in by say().

const words = {
  en: {
    lessons: 'Lessons', close: 'Close', all: 'All lessons', other: 'RU', otherLanguage: 'Language: Russian',
    minutes: '{0} min', task: 'Task', goals: 'Goals', par: 'Par', parReached: 'Par reached', solved: 'Solved', open: 'Not solved yet',
    predict: 'Predict first', yourGuess: 'Your prediction', guess: 'Predict', percent: '%', timesUnit: 'times', countUnit: '',
    guessRight: 'You said {0}, measured: {1}. Right.', guessWrong: 'You said {0}, measured: {1}.',
    guessRefused: 'A number, please.', goalsAfterGuess: 'The goals come after your prediction.',
    checking: 'Checking: {0} of {1} seeds', solvedNow: 'Solved.', solvedPar: 'Solved, and par reached.', notYet: 'Not yet: {0}',
    onAllSeeds: 'on all {0} seeds', onSeeds: 'on at least {0} of {1} seeds', seedsPass: '{0} pass', or: 'or', orElse: '; or ', range: '{0} to {1} over the seeds',
    wantedAtMost: 'wanted at most {0}', wantedAtLeast: 'wanted at least {0}', wantedIs: 'wanted {0}', wantedWithin: 'wanted {0} ± {1}',
    fromStart: 'From the start to here in one go.', tried: 'The check tries your setup on the lesson’s own nodes: {0}.',
    hint: 'Show a hint', nextHint: 'Next hint ({0} more)', hintNumber: 'Hint {0}', startOver: 'Start over', freePlay: 'Play freely', free: 'Free play: nothing is checked.',
    back: 'Back to the lesson', next: 'Next lesson: {0}', why: 'Why', field: 'What real systems do',
    progress: 'Your progress', name: 'Name (optional)', code: 'Result code', copyCode: 'Copy the code', saveFile: 'Save as a file',
    load: 'Load progress', loadCode: 'A code, or the text of a file', loadFile: 'Or a file', loadIt: 'Load', loaded: 'Loaded: {0} solved lessons.', noCode: 'Solve a lesson first.',
    forget: 'Forget my progress', forgotten: 'Forgotten.', notStored: 'This browser stores nothing here: save your progress before you leave.',
    copied: 'Copied.', refusedLesson: 'This lesson cannot be opened. {0}', noLesson: 'There is no lesson “{0}”.', ownLesson: 'Lesson of a link', teacher: 'For teachers',
    do_add_node: 'adds a node', do_remove_node: 'removes {0}', do_set_node_state: 'takes {0} down', do_cascade: 'then whoever is above its capacity, wave after wave', hottest: 'the node with the most keys', nodeAt: 'node number {0}',
    times: '{0} times',
  },
  ru: {
    lessons: 'Уроки', close: 'Закрыть', all: 'Все уроки', other: 'EN', otherLanguage: 'Язык: английский',
    minutes: '{0} мин', task: 'Задание', goals: 'Цели', par: 'Пар', parReached: 'Пар взят', solved: 'Решено', open: 'Ещё не решено',
    predict: 'Сначала прогноз', yourGuess: 'Ваш прогноз', guess: 'Предсказать', percent: '%', timesUnit: 'раза', countUnit: '',
    guessRight: 'Вы сказали {0}, измерено: {1}. Верно.', guessWrong: 'Вы сказали {0}, измерено: {1}.',
    guessRefused: 'Нужно число.', goalsAfterGuess: 'Цели появятся после прогноза.',
    checking: 'Проверка: {0} из {1} зёрен', solvedNow: 'Решено.', solvedPar: 'Решено, и пар взят.', notYet: 'Пока нет: {0}',
    onAllSeeds: 'при всех {0} зёрнах', onSeeds: 'хотя бы при {0} из {1} зёрен', seedsPass: 'проходит {0}', or: 'или', orElse: '; или ', range: 'от {0} до {1} по зёрнам',
    wantedAtMost: 'нужно не больше {0}', wantedAtLeast: 'нужно не меньше {0}', wantedIs: 'нужно {0}', wantedWithin: 'нужно {0} ± {1}',
    fromStart: 'От начала до нынешнего состояния за один шаг.', tried: 'Проверка пробует вашу настройку на узлах урока: {0}.',
    hint: 'Подсказка', nextHint: 'Ещё подсказка (осталось {0})', hintNumber: 'Подсказка {0}', startOver: 'Начать заново', freePlay: 'Свободная игра', free: 'Свободная игра: ничего не проверяется.',
    back: 'Вернуться к уроку', next: 'Следующий урок: {0}', why: 'Почему так', field: 'Как в настоящих системах',
    progress: 'Ваши успехи', name: 'Имя (не обязательно)', code: 'Код результата', copyCode: 'Скопировать код', saveFile: 'Сохранить в файл',
    load: 'Загрузить успехи', loadCode: 'Код или текст файла', loadFile: 'Или файл', loadIt: 'Загрузить', loaded: 'Загружено решённых уроков: {0}.', noCode: 'Сначала решите урок.',
    forget: 'Забыть мои успехи', forgotten: 'Забыто.', notStored: 'Здесь браузер ничего не хранит: сохраните успехи перед уходом.',
    copied: 'Скопировано.', refusedLesson: 'Этот урок не открывается. {0}', noLesson: 'Урока «{0}» нет.', ownLesson: 'Урок из ссылки', teacher: 'Преподавателю',
    do_add_node: 'добавляет узел', do_remove_node: 'убирает {0}', do_set_node_state: 'роняет {0}', do_cascade: 'затем всех, кто выше своего предела, волна за волной', hottest: 'узел, где больше всего ключей', nodeAt: 'узел номер {0}',
    times: '{0} раза',
  },
};

/** The words under the name, with {0}, {1} put in. */
export function say(language, name, ...put) {
  return words[language][name].replace(/\{(\d)\}/g, (_, i) => put[i]);
}

/** A value of a metric as people read it; one that is measured always with as many digits, so that nothing jumps. */
export function written(language, unit, value, measured = false) {
  if (unit === 'text') return String(value);
  if (!Number.isFinite(value)) return '–';
  const number = (x, digits) => new Intl.NumberFormat(language,
    { minimumFractionDigits: measured ? digits : 0, maximumFractionDigits: digits }).format(x);
  if (unit === 'share') return `${number(value * 100, 1)}\u202f%`;
  if (unit === 'times') return number(value, 2);
  if (unit === 'bytes') return `${number(value / 1024, 1)}\u202fKB`;
  return number(value, 0);
}

// What a trial does, in words.
function commandWords(language, { do: what, node }) {
  const of = node === '@hottest' ? say(language, 'hottest') : say(language, 'nodeAt', String(node ?? '').slice(1));
  return Object.hasOwn(words[language], `do_${what}`) ? say(language, `do_${what}`, of) : what.replaceAll('_', ' ');
}

/** What the trial of a lesson does, in words: “adds a node, 4 times”. */
export function trialWords(language, trial) {
  const each = trial.map((command) => commandWords(language, command));
  const same = each.every((text) => text === each[0]);
  return same && each.length > 1 ? `${each[0]}, ${say(language, 'times', each.length)}` : each.join(', ');
}

/** What a rule (a goal or par) wants. */
export function wantedWords(language, { operator, value, tolerance }, unit) {
  const text = written(language, unit, value);
  if (operator === 'within') return say(language, 'wantedWithin', text, written(language, unit, tolerance));
  return say(language, { '<=': 'wantedAtMost', '>=': 'wantedAtLeast', '=': 'wantedIs' }[operator], text);
}
