/**
 * Kept in the browser so that the table opens without a network: the pages, all cards, the rules.
 * The build puts in the files that there are (offline.ts). Games are never kept: they need their
 * server, and what is asked of it goes past here.
 */

/** @type {{ version: string, files: string[] }} */
const KEPT = '__KEPT__';
const NAME = `smashup-${KEPT.version}`;
const here = new URL('./', self.location.href);
const CATALOGUE = new URL('api/cards', here).href;

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

/** A page tells which files it has loaded besides, such as its language. */
self.addEventListener('message', (event) => {
  const files = (event.data?.keep ?? []).filter(isAsset);
  event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(files)));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== here.origin) return;
  if (request.mode === 'navigate') event.respondWith(newest(request, here.href));
  else if (isAsset(request.url)) event.respondWith(keptOnce(request));
  else if (isReading(request.url)) event.respondWith(newest(request, request.url));
});

/** Files whose name holds a hash of what is in them: they never change. */
function isAsset(url) {
  return url.startsWith(`${here.href}assets/`);
}

/** What can be read without a game: the catalogue, its icons, the credits, this page's own files. */
function isReading(url) {
  const path = url.slice(here.href.length);
  return /^(api\/(cards|credits)$|icons\/|icon|manifest)/.test(path);
}

async function keepAll() {
  const kept = await caches.open(NAME);
  await kept.addAll([here.href, ...KEPT.files.map((file) => new URL(file, here).href)]);
  await keepCatalogue(kept);
}

/** The cards with their pictures; a server that cannot give them now is asked when they are read. */
async function keepCatalogue(kept) {
  const answer = await fetch(CATALOGUE).catch(() => null);
  if (!answer?.ok) return;
  await kept.put(CATALOGUE, answer.clone());
  const { emblems, factions } = await answer.json();
  const icons = [emblems, ...factions.map((faction) => faction.icons)];
  await kept.addAll(icons.map((address) => new URL(address.replace(/^\//, ''), here).href));
}

async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('smashup-') && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** From the network, and kept; what was kept where there is none. */
async function newest(request, key) {
  const kept = await caches.open(NAME);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(key, answer.clone());
    return answer;
  } catch (error) {
    const found = await kept.match(key);
    if (found) return found;
    throw error;
  }
}

async function keptOnce(request) {
  const found = await caches.match(request.url);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(NAME)).put(request.url, answer.clone());
  return answer;
}
