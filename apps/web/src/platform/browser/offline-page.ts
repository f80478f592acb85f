/**
 * Registers the page that is shown instead of the browser's own when a reload finds no network.
 * Browsers and apps without service workers go without it.
 */
export function registerOfflinePage(): void {
  const { serviceWorker } = navigator as Partial<Navigator>
  // Nothing depends on it.
  serviceWorker?.register('/offline.js').catch(() => undefined)
}
