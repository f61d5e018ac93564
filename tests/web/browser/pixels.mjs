// Reads the pixels of a screenshot in a page of its own, so that the page under test stays as it is.

/** @typedef {{width: number, height: number, data: Uint8ClampedArray}} Pixels four bytes each */

/**
 * @template Given, Found
 * @param {import('@playwright/test').Page} page
 * @param {Buffer} png
 * @param {(given: Given) => Found} read runs in that page, where `pixels` is the picture
 * @param {Given} given
 * @returns {Promise<Found>}
 */
export async function readPixels(page, png, read, given) {
  const other = await page.context().newPage();
  await other.evaluate(async (base64) => {
    const image = Object.assign(new Image(), { src: `data:image/png;base64,${base64}` });
    await image.decode();
    const { width, height } = image;
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
    context.drawImage(image, 0, 0);
    Object.assign(window, { pixels: context.getImageData(0, 0, width, height) });
  }, png.toString('base64'));
  const found = /** @type {Found} */ (
    await other.evaluate(/** @type {(given: any) => any} */ (read), given) // Playwright types what crosses the border
  );
  await other.close();
  return found;
}
