/**
 * Removes the entries of open overlays from the history, then changes it: navigation starts at the
 * page itself. The first page has no overlay, so the rest is loaded when there is one.
 */
export async function leaveOverlays(change: () => void): Promise<void> {
  if (!hasOverlayEntry()) return change()
  const entries = await import('./overlay-entries.ts')
  return entries.leaveOverlays(change)
}

/** Adds the entries of overlays on a screen that was kept, and removes those a reload left. */
export async function alignOverlays(): Promise<void> {
  if (!hasOverlayEntry() && !document.querySelector('dialog[open]')) return
  const { alignOverlayEntries } = await import('./overlay-entries.ts')
  await alignOverlayEntries()
}

function hasOverlayEntry(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'overlays' in state
}
