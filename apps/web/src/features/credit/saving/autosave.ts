interface Autosave<T> {
  note: (value: T) => void
  /** Saves pending input at once. */
  flush: () => Promise<void>
  /** Stops saving and waits for a running save: the whole form is sent next. */
  stop: () => Promise<void>
}

/** Saves one value; `isNewest` tells whether nothing was typed meanwhile. */
type Save<T> = (value: T, isNewest: () => boolean) => Promise<void>

/** Saves input shortly after the typing stops, one save at a time, the newest last. */
export function createAutosave<T>(save: Save<T>, delayMs: number): Autosave<T> {
  let waiting: { readonly value: T } | undefined
  let running = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function saveAfter(earlier: Promise<void>) {
    await earlier
    const next = waiting
    waiting = undefined
    if (next) await save(next.value, () => waiting === undefined)
  }

  async function flush() {
    clearTimeout(timer)
    running = saveAfter(running)
    await running
  }

  return {
    note(value) {
      waiting = { value }
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), delayMs)
    },
    flush,
    async stop() {
      clearTimeout(timer)
      waiting = undefined
      await running
    },
  }
}
