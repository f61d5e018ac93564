// Keeps the page, its lessons and the teacher's page available without a network. It is registered when somebody opens the
// lessons, so that figures and passing readers do not pay for it. The network comes first, the cache second. cmake/dist.mjs
// writes it to the top of dist/, with the version and the files of that build.
const kVersion = 'VERSION';
const kFiles = [];

const kCache = `reshard-${kVersion}`;
const kept = new Set(kFiles.map((file) => new URL(file, self.registration.scope).href));

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(kCache).then((cache) => cache.addAll([...kept])));
});

self.addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name.startsWith('reshard-') && name !== kCache) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || address.searchParams.has('embed')) return;  // figures are not cached
  address.search = address.hash = '';
  if (!kept.has(address.href)) return;
  const fromCache = async (error) => (await caches.match(address.href)) ?? Promise.reject(error);
  event.respondWith(fetch(event.request).catch(fromCache));
});
