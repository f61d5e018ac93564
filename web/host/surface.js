// The canvas's pixels: laid out by CSS, backed by exactly as many device pixels as it covers, and redrawn after the
// graphics context was lost.
import { showNotice } from './problems.js';

/** @typedef {import('../api/bridge.js').Bridge} Bridge */
/** @typedef {import('./frames.js').Frames} Frames */

/**
 * Keeps the backing store at the canvas's size in device pixels, at any ratio, through zoom and a change of screen.
 * @param {HTMLCanvasElement} canvas @param {Bridge} bridge @param {Frames} frames
 */
export function followSize(canvas, bridge, frames) {
  /** @param {number} width @param {number} height @param {number} widthPx @param {number} heightPx */
  const resize = (width, height, widthPx, heightPx) => {
    bridge.call('resize', width, height, widthPx, heightPx);
    // After the call: SDL2 sets its own idea of the size, which is rounded down.
    canvas.width = widthPx;
    canvas.height = heightPx;
    frames.drawNow(); // setting the size has cleared the picture
    frames.wake();
  };

  // The exact size in device pixels, where the browser reports it. A window with an emulated ratio reports the size for
  // another one, and Safari reports none: then it is rounded here.
  /** @param {ResizeObserverSize} [exact] */
  const measure = (exact) => {
    const { width, height } = canvas.getBoundingClientRect();
    const widthPx = Math.round(width * devicePixelRatio);
    const heightPx = Math.round(height * devicePixelRatio);
    const agrees = exact && Math.abs(exact.inlineSize - widthPx) <= 1 && Math.abs(exact.blockSize - heightPx) <= 1;
    resize(width, height, agrees ? exact.inlineSize : widthPx, agrees ? exact.blockSize : heightPx);
  };
  const observer = new ResizeObserver((entries) => {
    const entry = /** @type {ResizeObserverEntry} */ (entries.at(-1));
    measure(entry.devicePixelContentBoxSize?.[0]);
  });
  try {
    observer.observe(canvas, { box: 'device-pixel-content-box' });
  } catch {
    observer.observe(canvas);
  }
  onRatioChange(() => measure());
}

/** A media query for the current ratio reports, once, that the ratio has changed. @param {() => void} callback */
function onRatioChange(callback) {
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
    'change',
    () => {
      callback();
      onRatioChange(callback);
    },
    { once: true },
  );
}

/**
 * Shows a notice while the context is lost, and recreates everything in it when it is restored.
 * @param {HTMLCanvasElement} canvas @param {Bridge} bridge @param {Frames} frames
 */
export function surviveContextLoss(canvas, bridge, frames) {
  canvas.addEventListener('webglcontextlost', (event) => {
    event.preventDefault(); // otherwise the browser never restores it
    bridge.call('context_lost');
    frames.rest('context lost');
    showNotice(
      'The browser took back the graphics memory. The picture returns when the browser gives it back; nothing is lost.',
    );
  });
  canvas.addEventListener('webglcontextrestored', () => {
    bridge.call('context_restored');
    showNotice(null);
    frames.resume('context lost');
  });
}
