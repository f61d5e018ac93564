/**
 * Draws into a box as wide as the box is, and again when its width changes. A hidden box has no width, and a picture
 * without width has bars of negative width: it is drawn when the box is shown.
 * @param {HTMLElement} box
 * @param {number} most the widest picture, in CSS pixels
 * @param {(width: number) => void} draw
 * @returns {() => void} draws again, as what is shown has changed
 */
export function drawnIn(box, most, draw) {
  let last = 0;
  const redraw = () => {
    last = Math.min(most, box.clientWidth);
    if (last > 0) draw(last);
  };
  new ResizeObserver(() => Math.min(most, box.clientWidth) !== last && redraw()).observe(box);
  return redraw;
}
