const SWEEP_EVERY_MS = 60_000

/** Sweeps now and then; a round that fails is made up by the next. */
export function keepSwept(
  sweep: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): void } {
  const timer = setInterval(() => void sweep().catch(onError), SWEEP_EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
