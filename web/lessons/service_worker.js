// Keeps the page, its lessons and the teacher's page available without a network. It is registered when somebody opens
// the lessons, so that figures and passing readers do not pay for it. The network comes first, the cache second.
// cmake/dist.mjs writes it to the top of dist/, with the version and the files of that build.
const kVersion = 'VERSION';
const kFiles = [];

const kPatienceMs = 4000; // for a network that accepts a request and never answers it

// Caches belong to the origin, which may have several copies of the page. A copy's caches begin with its folder, and no
// copy deletes another's. Earlier versions called theirs reshard-<version>, and deleted all others of such names.
const kFolder = new URL(self.registration.scope).pathname;
const kOwn = `reshard ${kFolder} `;
const kCache = kOwn + kVersion;
const kEarlier = /^reshard-[0-9a-f]+$/;
const kept = new Set(kFiles.map((file) => new URL(file, self.registration.scope).href));

let hasNetwork = true; // asked again with each page that is opened

/** Puts what is missing into the cache: all of it at first, or after somebody has deleted it. */
async function fill() {
  const cache = await caches.open(kCache);
  const has = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...kept].filter((address) => !has.has(address));
  if (missing.length > 0) await cache.addAll(missing);
}

/** Deletes this copy's files from a cache that several copies may share, and the cache with the last file. */
async function leave(name) {
  const cache = await caches.open(name);
  const requests = await cache.keys();
  const folders = requests.map(({ url }) => url).filter((address) => address.endsWith('/')); // each copy has its own
  const folderOf = (url) =>
    folders
      .filter((folder) => url.startsWith(folder))
      .sort()
      .at(-1); // the innermost
  const own = requests.filter(({ url }) => folderOf(url) === self.registration.scope);
  for (const request of own) await cache.delete(request);
  if (own.length > 0 && own.length === requests.length) await caches.delete(name);
}

async function forgetEarlier() {
  for (const name of await caches.keys()) {
    if (name.startsWith(kOwn) && name !== kCache) await caches.delete(name);
    if (kEarlier.test(name)) await leave(name);
  }
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(fill());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetEarlier().then(() => self.clients.claim()));
});

/**
 * Whether a response is the file, and not what a proxy or a login page says in its place.
 * @param {Response} response
 */
async function isFile(response, address) {
  if (!response.ok || response.redirected) return false;
  if (!/^text\/html\b/.test(response.headers.get('content-type') ?? '')) return true;
  if (!/(?:\/|\.html)$/.test(address)) return false;
  return /<script[^>]* src="?web\//.test(await response.clone().text()); // all pages have scripts of this folder
}

/**
 * The response of the network if it is the file and comes soon, or else the cache's; the network's if there is no
 * other.
 */
async function answer(request, address) {
  const fromCache = async () => {
    const cached = await (await caches.open(kCache)).match(address);
    return cached?.redirected ? new Response(cached.body, cached) : cached; // browsers open no page that was redirected
  };
  if (!hasNetwork) {
    const cached = await fromCache();
    if (cached) return cached;
  }
  const network = fetch(request);
  const tooLate = new Promise((late) => {
    setTimeout(late, kPatienceMs, null);
  });
  const found = network
    .then(async (response) => ((await isFile(response, address)) ? response : null))
    .catch(() => null);
  const first = await Promise.race([found, tooLate]);
  if (first) return first;
  const cached = await fromCache();
  if (cached) hasNetwork = false; // the page's other files come from the same version, and at once
  return cached ?? network;
}

self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || address.searchParams.has('embed')) return; // figures are not cached
  address.search = address.hash = '';
  if (!kept.has(address.href)) return;
  if (event.request.mode === 'navigate') hasNetwork = true;
  event.respondWith(answer(event.request, address.href));
  if (event.request.mode === 'navigate') event.waitUntil(fill().catch(() => {})); // without a network, another time
});
