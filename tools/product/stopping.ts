/** One press of Ctrl-C arrives twice under npm: from the terminal, and passed on by npm itself. */
const SAME_PRESS_MS = 1_000
const LOOK_FOR_PARENT_EVERY_MS = 500

/**
 * Stops the program once on a signal, at the end of its parent process, or at the end of npm. A
 * second request exits at once. The returned function tells whether a stop was requested.
 */
export function stopOnRequest(stop: () => Promise<void>): () => boolean {
  let askedAt: number | undefined
  const ask = () => {
    if (askedAt !== undefined && performance.now() - askedAt > SAME_PRESS_MS) process.exit(130)
    if (askedAt !== undefined) return
    askedAt = performance.now()
    console.log('\nStopping … (Ctrl-C again to force)')
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        explain(error)
        process.exit(1)
      },
    )
  }
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(event, ask)
  if (process.env['npm_lifecycle_event']) whenParentEnds(process.ppid, ask)
  return () => askedAt !== undefined
}

/** Prints the message for the user, and the cause below it for diagnosis. */
export function explain(error: unknown): void {
  console.error(error instanceof Error && error.name === 'Error' ? error.message : error)
  if (error instanceof Error && error.cause) console.error(error.cause)
}

/** On a stop request npm ends its shell and itself, but forwards nothing to us. */
function whenParentEnds(parent: number, ask: () => void): void {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    ask()
  }, LOOK_FOR_PARENT_EVERY_MS)
  watch.unref()
}
