/**
 * Runs after the tap or the key by which a field was left: a button that moves under a finger is not
 * pressed, and a checkbox that is drawn again meanwhile is not ticked.
 */
export function afterTap(act: () => void): void {
  const waiting = new AbortController()
  for (const last of ['click', 'keyup']) {
    window.addEventListener(
      last,
      () => {
        waiting.abort()
        act()
      },
      waiting,
    )
  }
}
