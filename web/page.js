// The page's script: checks what the browser can do, loads the module, and connects it to the page.
import { Address } from './address.js';
import { connectFullPage, connectSurroundings } from './around.js';
import { Bridge } from './bridge.js';
import { connectClipboard, copy } from './clipboard.js';
import { Frames, kBusy, restWhenUnseen } from './frames.js';
import { Host } from './host.js';
import { filterInput } from './input.js';
import { onLanguage, speak, spoken, switchLanguage, t } from './language.js';
import { LoadError, load } from './loader.js';
import { LessonsDoor } from './lessons_door.js';
import { appleKeys, embedded, Preferences, withTimeline } from './preferences.js';
import { missingFeature, showProblem } from './problems.js';
import { connectLater } from './later.js';
import { followSize, surviveContextLoss } from './surface.js';
import { TextEntry } from './text_entry.js';

const stage = document.getElementById('stage');
const canvas = document.getElementById('canvas');
const kLogLines = 20;
const log = [];  // the module's last words on its error output

const address = new Address(embedded);
const host = new Host({ open, run, state, setTheme: (theme) => preferences.setTheme(theme), speak: (language) => speak(language).catch(notLoaded) });
let bridge;
let preferences;
let ownKeys = null;
let ownNodes;
const lessons = new LessonsDoor({ state, openLink, startHere: () => bridge.call('start_here'), announce });
const frames = new Frames(() => bridge.call('frame'), () => document.activeElement === canvas && document.hasFocus());

function announce(sentence) {
  const status = document.getElementById('status');
  // The same sentence again is news too, but only a changed text is read out.
  status.textContent = status.textContent === sentence ? `${sentence}\u00a0` : sentence;
  label(sentence);
}

function label(sentence) {
  if (sentence) canvas.setAttribute('aria-label', t('Reshard playground. {0}', sentence));
}

function fail(kind, details) {
  frames.rest('stopped');
  showProblem(kind, [details, ...log].filter(Boolean).join('\n'), () => address.reload());
}

function open(fragment) {
  address.opened(fragment);
  bridge.send('open', fragment);
  if (embedded) bridge.call('start_here');
  frames.wake();
}

/** Opens a fragment as if the reader had gone there. */
function openLink(fragment) {
  address.set(fragment);
  open(fragment);
}

// Its room is kept from the start, so that nothing jumps when it fills.
document.getElementById('timeline').hidden = !withTimeline;

/** A module that is loaded late did not come: the rest of the page goes on. */
function notLoaded(error) {
  console.warn(error);
  announce(t('This part of the page cannot be loaded. Check the connection and try again.'));
}

/** What is shown (web/state_json.h). */
function state() {
  return bridge.read('state');
}

/** Does what a request says (web/request_json.h); answers null, or {error} in words. */
function run(request) {
  const refused = bridge.ask('run', JSON.stringify(request));
  if (refused) announce(refused.error);
  frames.wake();
  return refused;
}

async function loadOwnKeys() {
  const { OwnKeys } = await frames.until(import('./later/own_keys.js'));
  ownKeys ??= new OwnKeys({ bridge, state, announce, wake: () => frames.wake() });
  frames.wake();
  return ownKeys;
}

async function listNodes() {
  const { OwnNodes } = await frames.until(import('./later/own_nodes.js'));
  ownNodes ??= new OwnNodes({ state, run });
  ownNodes.open();
}

async function start() {
  const missing = missingFeature(canvas);
  if (missing) return fail(missing);

  const { module, memory } = await load({
    announce,
    fail,
    copy: (text) => copy(text, announce),
    copyLink: (fragment) => address.copy(fragment, announce),
    listNodes: () => listNodes().catch(notLoaded),
    chooseKeys: () => loadOwnKeys().then((keys) => keys.open(), notLoaded),
    setLink(fragment) {
      address.set(fragment);
      host.changed(fragment);
    },
    setTheme: (theme) => preferences.setTheme(theme),
    switchLanguage: () => switchLanguage().catch(notLoaded),
    tellRefused: (text) => host.refused(text),
    log(line) {
      console.error(line);
      log.push(line);
      if (log.length > kLogLines) log.shift();
    },
  });
  bridge = new Bridge(module, memory, (error) => fail('crash', String(error)));
  await spoken;
  onLanguage((table) => {
    bridge.send('speak', Object.entries(table).flatMap((texts) => texts.map((text) => `${text}\0`)).join(''));
    label(state().headline);
    frames.wake();
  });

  preferences = new Preferences(({ dark, reducedMotion, coarsePointer }) => {
    bridge.call('preferences', dark, reducedMotion, coarsePointer, appleKeys);
    frames.wake();
  });
  open(location.hash.slice(1));  // which the reader may have changed while all this was loading
  address.onChange((fragment) => {
    open(fragment);
    lessons.follow(fragment);
  });
  surviveContextLoss(canvas, bridge, frames);
  restWhenUnseen(frames, stage);
  const hint = embedded ? new (await import('./later/hint.js')).Hint(document.getElementById('hint')) : null;
  filterInput(stage, canvas, { bridge, frames, hint });
  connectClipboard(canvas, bridge, frames);
  const textEntry = new TextEntry(document.getElementById('text-entry'), stage, bridge, frames);
  let textView = null;  // loaded when it is first opened
  const openTextView = async () => {
    const { TextView } = await frames.until(import('./later/text_view.js'));
    textView ??= new TextView(document.getElementById('text-view'), { registry: () => bridge.read('registry'), read: state, run });
    textView.open = true;
  };
  connectSurroundings(canvas, () => openTextView().catch(notLoaded), notLoaded);
  connectFullPage(address, announce);
  loadOwnKeys().catch(notLoaded);  // nothing waits for it
  connectLater({ bridge, state, run, announce, address, notLoaded, wake: () => frames.wake() });
  let timeline = null;  // it has nothing to show before the first results
  if (withTimeline) {
    frames.until(import('./later/timeline.js')).then(({ TimelineStrip }) => {
      timeline = new TimelineStrip({ bridge, run });
      frames.wake();
    }, notLoaded);
  }
  frames.afterFrame = (flags) => {
    textEntry.update();
    timeline?.update((flags & kBusy) !== 0);
    if (flags & kBusy) return;
    host.shown();
    textView?.update();
    ownKeys?.update();
    lessons.update();
  };
  lessons.follow(address.link);

  document.getElementById('loading').hidden = true;
  host.ready();
  frames.resume('loading');
  followSize(canvas, bridge, frames);  // draws the first frame as soon as the size is known
}

start().catch((error) => fail(error instanceof LoadError ? 'load' : 'start', error.message));

/** The names and rectangles of the controls in the next frame (web/marks.h), in CSS pixels of the canvas. */
async function controls() {
  bridge.call('record_controls', 1);
  const drawn = frames.count;
  frames.wake();
  while (frames.count < drawn + 2) await new Promise(requestAnimationFrame);
  return bridge.read('controls');
}

/** For tests and the curious: what the page does. Not an interface to build on. */
window.reshard = {
  controls,
  state,
  run,
  get frames() { return frames.count; },
  get settled() { return frames.settled; },
  get firstFrameMs() { return frames.firstFrameMs; },
};
