import type { OwnClock } from '@qingzhou/server/testing/product.ts'

export type SimulationClock = ReturnType<typeof createClock>

type Sleeper = { readonly until: number; readonly end: (isRunning: boolean) => void }

/** A clock that stands still until it is moved, for the product and the sandbox. */
export function createClock(startMs: number) {
  let nowMs = startMs
  let sleepers: Sleeper[] = []
  const signals = new WeakSet<AbortSignal>()

  const wait: NonNullable<OwnClock['wait']> = (ms, signal) => {
    if (signal.aborted) return Promise.resolve(false)
    // One listener for all waits: a signal warns of many.
    if (!signals.has(signal)) signal.addEventListener('abort', () => take(() => true).forEach(stop))
    signals.add(signal)
    return new Promise((end) => void sleepers.push({ until: nowMs + ms, end }))
  }

  function take(isTaken: (sleeper: Sleeper) => boolean): Sleeper[] {
    const taken = sleepers.filter(isTaken)
    sleepers = sleepers.filter((sleeper) => !isTaken(sleeper))
    return taken
  }

  return {
    now: () => nowMs,
    moveTo: (ms: number) => void (nowMs = ms),
    wait,
    /** Takes the waits that are over, oldest first. Each goes on when it is called. */
    due: (): (() => void)[] =>
      take(({ until }) => until <= nowMs).map(
        ({ end }) =>
          () =>
            end(true),
      ),
  }
}

function stop({ end }: Sleeper): void {
  end(false)
}
