type Part = { stop(): Promise<void> }

const LOOK_EVERY_MS = 1_000

/**
 * Runs a part while a condition holds: stops it when the condition ends, starts it again when it
 * returns.
 */
export function runWhile(
  isAllowed: () => boolean,
  start: () => Part,
  everyMs = LOOK_EVERY_MS,
): Part {
  let part: Part | undefined
  let stopping: Promise<void> | undefined
  const look = () => {
    if (isAllowed()) {
      if (stopping === undefined) part ??= start()
      return
    }
    const ending = part
    part = undefined
    if (ending) stopping = ending.stop().finally(() => (stopping = undefined))
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  look()
  return {
    async stop() {
      clearInterval(timer)
      await stopping
      await part?.stop()
    },
  }
}
