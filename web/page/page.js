// The page's script: checks what the browser can do, loads the module, and connects it to the page.
import { Address } from '../host/address.js';
import { connectSurroundings } from '../host/chrome.js';
import { Bridge } from '../api/bridge.js';
import { connectClipboard, copy } from '../host/clipboard.js';
import { Frames, kBusy, restWhenUnseen } from '../host/frames.js';
import { filterInput } from '../host/input.js';
import { onLanguage, speak, speakFirst, switchLanguage, t } from '../text/language.js';
import { LoadError, load } from '../api/loader.js';
import { hasSystems, keepForReload, keptForReload, namesSystem } from '../host/second_build.js';
import { LessonsDoor } from './lessons_door.js';
import { appleKeys, embedded, Preferences, withTimeline } from '../host/preferences.js';
import { missingFeature, showProblem } from '../host/problems.js';
import { aboutOf, connectDialogs, withoutDialog } from './dialogs.js';
import { followSize, surviveContextLoss } from '../host/surface.js';
import { TextEntry } from '../host/text_entry.js';

const spoken = speakFirst();
const stage = /** @type {HTMLElement} */ (document.getElementById('stage'));
const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById('canvas'));
const kLogLines = 20;
/** @type {string[]} the module's last lines of error output */
const log = [];

/** @typedef {import('../host/page.js').Page} Page */
/** @typedef {import('../api/fonts.js').Fonts} Fonts */

const address = new Address(embedded);
const hosting = embedded ? import('../host/host_page.js') : null; // loads beside the module
/** @type {?import('../host/host_page.js').Host} the page around a figure */
let host = null;
/** @type {Bridge} */
let bridge;
/** @type {WebAssembly.Memory} the module's */
let memory;
/** @type {Preferences} */
let preferences;
/** @type {?import('../dialogs/own_data/own_keys.js').OwnKeys} */
let ownKeys = null;
/** @type {?import('../text_view/text_view.js').TextView} loaded when it is first opened */
let textView = null;
/** @type {ReturnType<typeof connectDialogs>} opens the dialog of a fragment, if it asks for one, or one by name */
let openDialog;
const lessons = new LessonsDoor({
  state,
  openLink,
  startHere: () => bridge.call('start_here'),
  showSimple: () => preferences.showControls(true),
  run,
  registry: () => bridge.read('registry'),
  announce,
  notLoaded,
  openDialog: (fragment) => openDialog.of(fragment),
});
const frames = new Frames(
  () => bridge.call('frame'),
  () => bridge.call('work'),
  () => document.activeElement === canvas && document.hasFocus(),
);

/** Tells screen readers. @param {string} sentence */
function announce(sentence) {
  const status = /** @type {HTMLElement} */ (document.getElementById('status'));
  // A repeated sentence is news too, but screen readers only read out a changed text.
  status.textContent = status.textContent === sentence ? `${sentence}\u00a0` : sentence;
  label(sentence);
}

/** @param {string} sentence */
function label(sentence) {
  if (sentence) canvas.setAttribute('aria-label', t('Reshard playground. {0}', sentence));
}

/** @param {string} kind @param {string} [details] */
function fail(kind, details) {
  frames.rest('stopped');
  showProblem(kind, [details, ...log].filter(Boolean).join('\n'), () => address.reload());
}

/**
 * Loads the page again with the second build. What the reader imported comes along.
 * @param {boolean} [asked] for more systems, not for a link's
 */
async function loadSystems(asked) {
  frames.rest('loading');
  if (state().own_keys?.missing === false)
    await import('../dialogs/files/carried_keys.js').then(({ carry }) => carry());
  if (textView?.open) keepForReload('text view');
  address.reload(asked);
}

/** @param {string} fragment */
function open(fragment) {
  if (!hasSystems && namesSystem(fragment)) {
    address.opened(fragment);
    return void loadSystems().catch(notLoaded);
  }
  const link = withoutDialog(fragment);
  address.opened(link, embedded ? '' : aboutOf(fragment));
  bridge.send('open', link);
  if (embedded) bridge.call('start_here');
  frames.wake();
}

/** Opens a fragment, with the dialog that it asks for. @param {string} fragment */
function show(fragment) {
  open(fragment);
  openDialog.of(fragment);
}

/** Opens a fragment as if the reader had gone there. @param {string} fragment */
function openLink(fragment) {
  address.set(fragment);
  preferences.showControls();
  open(fragment);
}

// Its space is reserved from the start, so that nothing jumps when it fills.
/** @type {HTMLElement} */ (document.getElementById('timeline')).hidden = !withTimeline;

/** A module that is loaded late did not arrive; the rest of the page goes on. @param {unknown} error */
function notLoaded(error) {
  console.warn(error);
  announce(t('This part of the page did not load. Check your connection and try again.'));
}

/** What is shown (web/api/state.def); without results, it has none of their members. */
function state() {
  return /** @type {import('../api/shapes.js').State} */ (bridge.read('state'));
}

/**
 * Runs a request (web/api/request.def). Returns null, or {error} in words.
 * @param {import('../api/shapes.js').Request} request @returns {?{error: string}}
 */
function run(request) {
  const refused = bridge.ask('run', JSON.stringify(request));
  if (refused) announce(refused.error);
  frames.wake();
  return refused;
}

/**
 * A module that is loaded late, with its style sheet.
 * @template {{styled: () => Promise<unknown>}} Module @param {Promise<Module>} loading
 */
function late(loading) {
  return frames.until(loading.then((module) => module.styled().then(() => module)));
}

/** What was noted before a reload of the page's own. */
function tellNote() {
  const note = keptForReload('note');
  const telling = () => import('../dialogs/tools/opened_note.js');
  if (note) telling().then(({ tellKept }) => tellKept(note, openDialog.named, state), notLoaded);
}

/** The link lacks its keys: they were carried here from before a reload, or the reader has them. */
async function findKeys() {
  const { takeCarried } = await import('../dialogs/files/carried_keys.js');
  if (keptForReload('keys') !== null && !(await takeCarried(bridge))) return frames.wake();
  await loadOwnKeys();
}

async function loadOwnKeys() {
  const { OwnKeys } = await late(import('../dialogs/own_data/own_keys.js'));
  ownKeys ??= new OwnKeys({ bridge, state, announce, wake: () => frames.wake() });
  frames.wake();
  return ownKeys;
}

/** A file may be dropped anywhere: if nothing took it, the browser would leave the page for it. */
function acceptFiles() {
  const filesOf = (/** @type {DragEvent} */ event) => {
    if (!event.dataTransfer?.types.includes('Files')) return null;
    event.preventDefault();
    return event.dataTransfer.files;
  };
  addEventListener('dragover', filesOf);
  addEventListener('drop', (event) => {
    const files = filesOf(event);
    if (files?.length)
      openDialog
        .offer(files[0])
        .then(async (taken) => taken || (await loadOwnKeys()).drop(files))
        .catch(notLoaded);
  });
}

/** @type {import('../text/language.js').Table} */
let table = {};
/** @type {Parameters<Page['replaceWords']>[0]} what the canvas says instead of its own words, now */
let wordsInstead = () => null;
/** @type {?(() => Record<string, string>)} */
let saidInstead = null;

/** Tells the module each text in the reader's language. */
function speakAll() {
  bridge.send(
    'speak',
    Object.entries({ ...table, ...saidInstead?.() })
      .flatMap((texts) => texts.map((text) => `${text}\0`))
      .join(''),
  );
  label(state().headline);
  frames.wake();
}

/** @param {import('../text/language.js').Table} words */
function speakTo(words) {
  table = words;
  speakAll();
}

async function openTextView() {
  const { TextView } = await late(import('../text_view/text_view.js'));
  textView ??= new TextView(/** @type {HTMLElement} */ (document.getElementById('text-view')), {
    registry: () => bridge.read('registry'),
    read: state,
    run,
    loadMore: hasSystems ? null : () => void loadSystems(true).catch(notLoaded),
  });
  textView.open = true;
}

/** Input goes to the canvas, and what surrounds it to the views beside it. @param {Fonts} fonts */
async function connectPage(fonts) {
  surviveContextLoss(canvas, bridge, frames);
  restWhenUnseen(frames, stage);
  const hint = embedded
    ? new (await import('../host/hint.js')).Hint(
        /** @type {HTMLElement} */ (document.getElementById('hint')),
        canvas,
        bridge,
        frames,
      )
    : null;
  filterInput(stage, canvas, { bridge, frames, hint, fonts });
  connectClipboard(canvas, bridge, frames);
  connectSurroundings(canvas, run, () => openTextView().catch(notLoaded), notLoaded);
  acceptFiles();
  followFrames(
    new TextEntry(/** @type {HTMLInputElement} */ (document.getElementById('text-entry')), stage, bridge, frames),
  );
}

/** After each frame, what is beside the canvas shows the same. @param {TextEntry} textEntry */
function followFrames(textEntry) {
  /** @type {?import('../text_view/timeline.js').TimelineStrip} it has nothing to show before the first results */
  let timeline = null;
  if (withTimeline) {
    frames.until(import('../text_view/timeline.js')).then(({ TimelineStrip }) => {
      timeline = new TimelineStrip({ bridge, run });
      frames.wake();
    }, notLoaded);
  }
  const picture = document.getElementById('picture');
  frames.afterFrame = (flags) => {
    // The picture in place of the canvas stays until the canvas shows the same.
    if (picture && !picture.hidden)
      picture.hidden = (flags & kBusy) === 0 || document.documentElement.dataset.first !== 'question';
    textEntry.update();
    timeline?.update((flags & kBusy) !== 0);
    if (flags & kBusy) return;
    host?.shown();
    textView?.update();
    if (ownKeys) ownKeys.update();
    else if (state().own_keys?.missing) findKeys().catch(notLoaded);
    lessons.update();
    const instead = wordsInstead();
    if (instead === saidInstead) return;
    saidInstead = instead;
    speakAll();
  };
}

/** What the module finds as Module.page. */
const forModule = {
  announce,
  fail,
  copy: (/** @type {string} */ text) => copy(text, announce),
  copyLink: (/** @type {string} */ fragment) => address.copy(fragment, announce),
  open(/** @type {string} */ what) {
    if (what === 'story') location.assign(t('story.html'));
    else if (what === 'help') document.getElementById('help-open')?.click();
    else if (what === 'systems') loadSystems(true).catch(notLoaded);
    else openDialog.named(what === 'nodes' ? 'cluster' : what, what);
  },
  chooseKeys: () => loadOwnKeys().then((keys) => keys.open(), notLoaded),
  migrate: (/** @type {number} */ to) => openDialog.named('migrate', `switch-${to}`),
  setLink(/** @type {string} */ fragment) {
    address.set(fragment);
    host?.changed(fragment);
  },
  setTheme: (/** @type {string} */ theme) => preferences.setTheme(theme),
  setSimple: (/** @type {boolean} */ simple) => preferences.setSimple(simple),
  switchLanguage: () => switchLanguage().catch(notLoaded),
  tellRefused: (/** @type {string} */ text) => host?.refused(text),
  log(/** @type {string} */ line) {
    console.error(line);
    log.push(line);
    if (log.length > kLogLines) log.shift();
  },
};

async function start() {
  const missing = missingFeature(canvas);
  if (missing) return fail(missing);

  const figure = await hosting;
  if (figure) {
    figure.connectFullPage(address, announce);
    host = new figure.Host({
      open: show,
      run,
      state,
      frames: () => frames.count,
      work: () => bridge.call('work'),
      setTheme: (theme) => preferences.setTheme(theme),
      speak: (language) => speak(language).catch(notLoaded),
    });
  }
  const loaded = await load(forModule, hasSystems);
  const { module, fonts } = loaded;
  memory = loaded.memory;
  bridge = new Bridge(
    module,
    memory,
    (error) => fail('crash', String(error)),
    (bytes) => frames.until(fonts.need(bytes)),
  );
  fonts.onMore(() => {
    bridge.call('fonts');
    frames.wake();
  });
  await spoken;
  onLanguage(speakTo);

  preferences = new Preferences((wanted) => {
    bridge.call('preferences', wanted.dark, wanted.reducedMotion, wanted.coarsePointer, appleKeys, wanted.controls);
    frames.wake();
  });
  openDialog = connectDialogs({
    bridge,
    state,
    run,
    announce,
    address,
    notLoaded,
    replaceWords: (words) => (wordsInstead = words),
    wake: () => frames.wake(),
    embedded,
  });
  const asked = location.hash.slice(1); // the reader may have changed it while all this was loading
  open(asked);
  address.onChange((fragment) => {
    preferences.showControls();
    show(fragment);
    lessons.follow(fragment);
  });
  await connectPage(fonts);
  lessons.follow(address.link);
  openDialog.of(asked);
  if (keptForReload('text view') !== null) openTextView().catch(notLoaded);
  tellNote();

  /** @type {HTMLElement} */ (document.getElementById('loading')).hidden = true;
  host?.ready();
  frames.resume('loading');
  followSize(canvas, bridge, frames); // draws the first frame as soon as the size is known
}

start().catch((error) => fail(error instanceof LoadError ? 'load' : 'start', error.message));

/** The names and rectangles of the controls in the next frame (web/controls/probes.h), in CSS pixels of the canvas. */
async function controls() {
  bridge.call('record_controls', 1);
  const drawn = frames.count;
  frames.wake();
  while (frames.count < drawn + 2) await new Promise(requestAnimationFrame);
  return bridge.read('controls');
}

/** For tests and the curious: what the page is doing. Not an interface to build on. */
window.reshard = {
  controls,
  state,
  run,
  get memoryBytes() {
    return memory.buffer.byteLength;
  },
  get frames() {
    return frames.count;
  },
  get settled() {
    return frames.settled;
  },
  get firstFrameMs() {
    return frames.firstFrameMs;
  },
};
