const SWEEP_EVERY_MS = 60_000

/** Sweeps periodically. A failed sweep is made up by the next. */
export function scheduleSweep(
  sweep: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): void } {
  const timer = setInterval(() => void sweep().catch(onError), SWEEP_EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
