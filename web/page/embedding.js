// The documentation page: it shows each sample as it runs it, so that none can be wrong.
import { connectLanguageButton, speakFirst } from '../text/language.js';

speakFirst();
connectLanguageButton(/** @type {HTMLElement} */ (document.getElementById('language')), console.warn);

const kPublished = 'https://example.org/reshard/'; // in samples: stands for where somebody publishes dist/
const here = new URL('./', document.baseURI).href;

// A tag: its result is shown below it. This page has the scripts in it already.
for (const sample of document.querySelectorAll('[data-live]')) {
  const template = document.createElement('template');
  template.innerHTML = sample.textContent.replaceAll(kPublished, here);
  for (const script of template.content.querySelectorAll('script')) script.remove();
  const live = Object.assign(document.createElement('div'), { className: 'live' });
  live.append(template.content);
  sample.after(live);
}

// A script: shows its file, with the addresses that a post would use, and runs it.
for (const sample of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-script]'))) {
  const address = new URL(/** @type {string} */ (sample.dataset.script), import.meta.url);
  const code = document.createElement('code');
  sample.append(code);
  const source = await (await fetch(address)).text();
  code.textContent = source.trim().replaceAll('../../', kPublished);
  await import(address.href);
}
document.documentElement.dataset.samples = 'shown';
