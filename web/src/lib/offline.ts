/** Lets the browser keep the table, so that it can be installed and opens without a network. */

/** Once the page is there; only where browsers allow it: over https, or on this machine. */
export function keepForLater(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers || !import.meta.env.PROD) return;
  const keep = () =>
    workers
      .register('./worker.js')
      .then(() => workers.ready)
      .then(({ active }) => active?.postMessage({ keep: loaded() }))
      .catch(() => undefined); // without it the table works as long as there is a network
  if (document.readyState === 'complete') void keep();
  else addEventListener('load', () => void keep(), { once: true });
}

/** The files this page has loaded so far. */
function loaded(): string[] {
  return performance.getEntriesByType('resource').map(({ name }) => name);
}
