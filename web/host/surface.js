// The canvas' pixels: laid out by CSS, backed by exactly as many device pixels as it covers, and redrawn when the
// graphics context was lost.
import { showNotice } from './problems.js';

/** Keeps the backing store equal to the canvas' device pixels, at any ratio, through zoom and change of screen. */
export function followSize(canvas, bridge, frames) {
  const resize = (width, height, widthPx, heightPx) => {
    bridge.call('resize', width, height, widthPx, heightPx);
    // After the call: SDL2 sets its own idea of the size, which is rounded down.
    canvas.width = widthPx;
    canvas.height = heightPx;
    frames.drawNow();  // setting the size has cleared the picture
    frames.wake();
  };

  // The exact size in device pixels, where the browser tells it. A window with an emulated ratio tells the size for
  // another one, and Safari none: then it is rounded here.
  const measure = (exact) => {
    const { width, height } = canvas.getBoundingClientRect();
    const widthPx = Math.round(width * devicePixelRatio);
    const heightPx = Math.round(height * devicePixelRatio);
    const agrees = exact && Math.abs(exact.inlineSize - widthPx) <= 1 && Math.abs(exact.blockSize - heightPx) <= 1;
    resize(width, height, agrees ? exact.inlineSize : widthPx, agrees ? exact.blockSize : heightPx);
  };
  const observer = new ResizeObserver((entries) => measure(entries.at(-1).devicePixelContentBoxSize?.[0]));
  try {
    observer.observe(canvas, { box: 'device-pixel-content-box' });
  } catch {
    observer.observe(canvas);
  }
  onRatioChange(() => measure());
}

// A media query for the present ratio says when it is left, once.
function onRatioChange(callback) {
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
    callback();
    onRatioChange(callback);
  }, { once: true });
}

/** A lost context is waited for in words; everything in it is made again when it comes back. */
export function surviveContextLoss(canvas, bridge, frames) {
  canvas.addEventListener('webglcontextlost', (event) => {
    event.preventDefault();  // else the browser never gives it back
    bridge.call('context_lost');
    frames.rest('context lost');
    showNotice('The browser took back the graphics memory. The picture returns when the browser gives it back; nothing is lost.');
  });
  canvas.addEventListener('webglcontextrestored', () => {
    bridge.call('context_restored');
    showNotice(null);
    frames.resume('context lost');
  });
}
