// The canvas's pixels: laid out by CSS, backed by exactly as many device pixels as it covers, and redrawn after the
// graphics context was lost.
import { showNotice } from './problems.js';

/** Keeps the backing store at the canvas's size in device pixels, at any ratio, through zoom and a change of screen. */
export function followSize(canvas, bridge, frames) {
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

// A media query for the current ratio reports, once, that the ratio has changed.
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

/** Shows a notice while the context is lost, and recreates everything in it when it is restored. */
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
