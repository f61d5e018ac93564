// What a post needs of a scenario: the tag to paste, and a picture for before the start, for mail and for print.
import { copy } from './clipboard.js';

const kWidth = 720;   // of a picture, in CSS pixels: that of a column of text
const kHeight = 420;  // as a figure is high where nothing else is said
const kPngScale = 2;

const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

/** The tag that shows the scenario at `page` in a post, with `words` for who cannot see or start it. */
export function embedCode(page, words) {
  const script = new URL('reshard-playground.js', page);
  return `<script type="module" src="${escaped(script.href.split('#')[0])}"></script>
<reshard-playground link="${escaped(new URL(page).hash.slice(1))}" poster="reshard.svg">
  <a href="${escaped(page)}"><img src="reshard.svg" alt="${escaped(words)}"></a>
</reshard-playground>`;
}

/** @param {{address: Address, bridge: Bridge, state: () => object, announce: (sentence: string) => void}} parts */
export function connectShare({ address, bridge, state, announce }) {
  const dialog = document.getElementById('share');
  const code = document.getElementById('share-code');
  document.getElementById('share-open').onclick = () => {
    code.value = embedCode(address.fullPage, state().headline);
    dialog.showModal();
  };
  document.getElementById('share-copy').onclick = () => {
    code.select();
    copy(code.value, announce);
  };
  const picture = () => {
    const dark = document.documentElement.dataset.theme === 'dark';
    return bridge.text('picture', kWidth, kHeight, dark);
  };
  document.getElementById('share-svg').onclick = () => save(new Blob([picture()], { type: 'image/svg+xml' }), 'reshard.svg');
  document.getElementById('share-png').onclick = async () => {
    save(await pngOf(picture()), 'reshard.png');
  };
}

async function pngOf(svg) {
  const image = new Image(kWidth * kPngScale, kHeight * kPngScale);
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  canvas.getContext('2d').drawImage(image, 0, 0, image.width, image.height);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

function save(blob, name) {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);  // the browser reads it after the click
}
