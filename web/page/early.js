// Decides, before anything is painted, whether index.html's picture shows what will come (the first visit to the
// default scenario), and the language and colours. web/host/preferences.js and web/text/language.js decide the same
// once loaded.
(() => {
  const root = document.documentElement,
    options = new URLSearchParams(location.search);
  /** @param {() => Storage} storage @param {string} name */
  const kept = (storage, name) => {
    try {
      return storage().getItem(name);
    } catch {
      return null; // a browser that stores nothing
    }
  };
  const figure = window.parent !== window || options.has('embed'),
    linked = location.hash.length > 1;
  const controls = linked
    ? kept(() => sessionStorage, 'reshard.controls')
    : (kept(() => localStorage, 'reshard.controls') ?? 'simple');
  if (!figure && controls === 'simple') root.dataset.controls = 'simple';
  root.dataset.first = root.dataset.controls === 'simple' && !linked ? 'question' : 'other';
  const theme = options.get('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  const languages = [
    options.get('lang'),
    kept(() => localStorage, 'reshard.language'),
    ...navigator.languages.map((tag) => tag.slice(0, 2)),
  ];
  root.lang = languages.find((tag) => tag === 'en' || tag === 'ru') ?? 'en';
})();
