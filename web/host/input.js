// Which input goes to the canvas and which stays with the page. SDL2 consumes every key, wheel and touch event that it
// sees, so listeners in the capture phase, which run first, hide from it those that are not the canvas's.

import { NodeMenu, asksMenu } from './node_menu.js';
import { Pinch } from './pinch.js';

const kModifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta']);
const kMenuKey = 'ContextMenu'; // SDL2 would hide it from the browser, which must turn it into a contextmenu event
const kScrolling = new Set(['PageUp', 'PageDown', 'Home', 'End']);
const kEditing = new Set([
  'a',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'Backspace',
  'Delete',
]);
const kStep = [100, 3, 1 / 80]; // what one wheel step is in pixels, lines, pages (WheelEvent.deltaMode)

const kZoomStep = 1.5; // how far one wheel step zooms a picture while Ctrl is held

/** Also on a Cyrillic layout, say. @param {KeyboardEvent} event */
const isUndoOrRedo = (event) => /^[zy]$/i.test(event.key) || (event.key > '\x7f' && /^Key[ZY]$/.test(event.code));

/** @param {KeyboardEvent} event */
const selectsAll = (event) => (event.ctrlKey || event.metaKey) && event.code === 'KeyA';

/**
 * Whether SDL2 may see a keydown: everything else (Tab, F5, Ctrl+F, Alt+Left) is the browser's.
 * @param {KeyboardEvent} event @param {boolean} editsText
 */
export function isCanvasKey(event, editsText) {
  const { key } = event;
  if (event.isComposing || key === 'Tab' || key === kMenuKey || /^F\d+$/.test(key)) return false;
  if (kModifiers.has(key)) return true;
  if (event.getModifierState('AltGraph')) return false; // it types a character: the canvas gets the keypress
  if (event.altKey && !editsText) return false;
  if (!event.ctrlKey && !event.metaKey) return true;
  return isUndoOrRedo(event) || (editsText && kEditing.has(key.length === 1 ? key.toLowerCase() : key));
}

/** @typedef {import('../api/bridge.js').Bridge} Bridge */
/** @typedef {import('./hint.js').Hint} Hint */

/** @param {KeyboardEvent} event @param {HTMLCanvasElement} canvas @param {Bridge} bridge */
function keyDown(event, canvas, bridge) {
  if (event.key === 'Escape' && !bridge.call('escape_has_use')) {
    event.stopPropagation();
    canvas.blur();
  } else if (!isCanvasKey(event, bridge.call('edits_text') !== 0)) {
    event.stopPropagation();
    if (selectsAll(event)) event.preventDefault(); // it would select the text around the canvas
  } else if (kScrolling.has(event.key)) {
    event.preventDefault(); // SDL2 lets it through, and the page around it would scroll
  }
}

/** @param {WheelEvent} event @param {boolean} active @param {Bridge} bridge @param {?Hint} hint */
function wheel(event, active, bridge, hint) {
  event.stopPropagation();
  const step = kStep[event.deltaMode];
  if (event.ctrlKey) {
    // browsers also report a pinch on a trackpad like this
    const steps = Math.max(-1, Math.min(1, -event.deltaY / step));
    if (bridge.call('magnify', event.offsetX, event.offsetY, kZoomStep ** steps, 0, 0)) event.preventDefault();
    return; // otherwise the page zooms
  }
  const x = -event.deltaX / step,
    y = -event.deltaY / step;
  if (hint) return hint.wheel(event, active, x, y);
  event.preventDefault();
  bridge.call('wheel', x, y);
}

/** @param {Pinch} pinch @param {NodeMenu} menu @param {Bridge} bridge @param {?Hint} hint */
function toucher(pinch, menu, bridge, hint) {
  let pressed = false; // SDL2 saw a finger go down: it must see it lifted, or it would ignore any other
  return (/** @type {TouchEvent} */ event, /** @type {boolean} */ active) => {
    const { type } = event;
    // SDL2 calls preventDefault() for every touchend; a browser that has taken over the gesture complains about that.
    if (!event.cancelable) event.preventDefault = () => {};
    const ends = type === 'touchend' || type === 'touchcancel';
    const held = menu.hold(event, active);
    if (!active && !(pressed && ends)) {
      event.stopPropagation();
      if (type === 'touchmove') hint?.swipe();
    } else if (held || pinch.follow(event)) {
      event.stopPropagation();
    } else if (type === 'touchcancel' || !active) {
      bridge.call('cancel_pointer');
    }
    pressed = event.targetTouches.length > 0 && (pressed || active);
  };
}

/**
 * @param {HTMLElement} stage an element around the canvas
 * @param {HTMLCanvasElement} canvas
 * @param {{bridge: Bridge, frames: import('./frames.js').Frames, hint: ?Hint, fonts: import('../api/fonts.js').Fonts}}
 *   page `hint`: in somebody's page only
 */
export function filterInput(stage, canvas, { bridge, frames, hint, fonts }) {
  // In somebody else's page the canvas is active once it has been clicked or tabbed to; on its own page it always is.
  const focused = () => document.activeElement === canvas && document.hasFocus();
  const active = () => hint === null || focused();
  /**
   * @template {keyof HTMLElementEventMap} Type
   * @param {Type[]} types
   * @param {(event: HTMLElementEventMap[Type]) => void} handler
   */
  const onCanvas = (types, handler) => {
    for (const type of types) {
      stage.addEventListener(
        type,
        (event) => {
          if (event.target !== canvas) return;
          handler(event);
          frames.wake();
        },
        { capture: true, passive: false },
      );
    }
  };

  const menu = new NodeMenu(bridge, frames);
  onCanvas(['keydown'], (event) => {
    menu.key();
    keyDown(event, canvas, bridge);
  });
  onCanvas(['keypress'], (event) => {
    const combination = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph');
    if (combination) event.stopPropagation();
    else frames.until(fonts.need(event.key));
  });
  onCanvas(['keyup'], (event) => {
    // macOS reports no key-up event while Command is held: release all keys together with it.
    if (event.key === 'Meta') bridge.call('focus', 1);
  });

  onCanvas(['wheel'], (event) => wheel(event, active(), bridge, hint));

  const focus = () => canvas.focus({ preventScroll: true });
  onCanvas(['pointerdown'], (event) => {
    if (event.pointerType !== 'mouse' || asksMenu(event)) return; // a finger may be about to scroll the page: see click
    focus();
    canvas.classList.add('pressed');
    canvas.setPointerCapture(event.pointerId); // a drag may end outside the frame
  });
  onCanvas(['click'], focus);
  const touched = toucher(new Pinch(canvas, bridge), menu, bridge, hint);
  onCanvas(['touchstart', 'touchmove', 'touchend', 'touchcancel'], (event) => touched(event, active()));
  onCanvas(['mousedown', 'mouseup'], (event) => {
    if (!asksMenu(event)) return;
    event.stopPropagation();
    if (event.type === 'mousedown') menu.press(event, active());
  });
  onCanvas(['contextmenu'], (event) => menu.open(event));
  onCanvas(['pointermove'], (event) => hint?.pointed(event));
  onCanvas(['pointerup', 'pointerleave', 'mousemove'], () => {});

  const focusChanged = () => {
    if (focused()) hint?.serve();
    stage.classList.toggle('active', active());
    bridge.call('focus', !focused() ? 0 : canvas.matches(':focus-visible') ? 2 : 1); // 2: by keyboard
    frames.wake();
  };
  canvas.addEventListener('focus', focusChanged);
  canvas.addEventListener('blur', focusChanged);
  canvas.addEventListener('blur', () => canvas.classList.remove('pressed'));
  focusChanged();
}
