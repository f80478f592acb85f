/** An open overlay. */
interface Overlay {
  /** Called for Back; returns false if the overlay must stay open. */
  readonly onBack: () => boolean
}

/** The open overlays, the top one last. */
const open: Overlay[] = []
/** How many of them have an entry in the history. */
let entered = 0
let steps = Promise.resolve()
let onArrival: (() => void) | undefined
let isListening = false

/**
 * Adds an entry to the browser's history for an overlay, so that Back closes the overlay instead of
 * leaving the page. The entry has the address and state of its page. Returns the function that
 * removes it.
 */
export function enterOverlay(overlay: Overlay): () => void {
  open.push(overlay)
  void alignOverlayEntries()
  return () => {
    open.splice(open.indexOf(overlay), 1)
    void alignOverlayEntries()
  }
}

/** Adds missing entries, and removes those of overlays that are closed or were lost by a reload. */
export function alignOverlayEntries(): Promise<void> {
  listen()
  return inTurn(async () => {
    const excess = depth() - open.length
    if (excess > 0) await travel(-excess)
    for (let at = depth(); at < open.length; at += 1) {
      window.history.pushState({ ...window.history.state, [DEPTH]: at + 1 }, '')
    }
    entered = open.length
  })
}

/** Removes all entries of overlays, then changes the history: navigation starts at the page itself. */
export function leaveOverlays(change: () => void): Promise<void> {
  return inTurn(async () => {
    entered = 0
    if (depth() > 0) await travel(-depth())
    change()
  })
}

/** The property of a history state that counts the overlays above its page. */
const DEPTH = 'overlays'

function depth(): number {
  const state: unknown = window.history.state
  const value: unknown = typeof state === 'object' && state ? Reflect.get(state, DEPTH) : 0
  return typeof value === 'number' ? value : 0
}

/** A move in the history takes effect later, so one change waits for the one before. */
function inTurn(step: () => Promise<void>): Promise<void> {
  steps = steps.then(step, step)
  return steps
}

const LOST_MS = 1000

/** Moves in the history; resolves when the browser is there, or has not moved for a second. */
async function travel(by: number): Promise<void> {
  listen()
  await new Promise<void>((resolve) => {
    onArrival = resolve
    setTimeout(resolve, LOST_MS)
    window.history.go(by)
  })
  onArrival = undefined
}

function listen(): void {
  if (isListening) return
  isListening = true
  window.addEventListener('popstate', () => (onArrival ? onArrival() : closeOnBack()))
}

/** Closes the overlays whose entries Back has left. */
function closeOnBack(): void {
  const shown = depth()
  while (entered > shown) {
    // Forward to its entry again: a new entry without a press of the user would be skipped by Back.
    if (open[entered - 1]?.onBack() === false) {
      return void inTurn(async () => travel(entered - depth()))
    }
    entered -= 1
  }
  // The entry of an overlay that is closed: reached by Forward, or by Back from a page it led to.
  if (depth() > open.length) void alignOverlayEntries()
}
