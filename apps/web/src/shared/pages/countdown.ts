import { useState, useSyncExternalStore } from 'react'

const TICK_MS = 500

/**
 * Whole seconds until a moment.
 *
 * Uses the clock instead of counting ticks, because timers stop on a sleeping phone.
 */
export function useSecondsUntil(moment: number): number {
  return useSyncExternalStore(
    everyTick,
    () => Math.max(0, Math.ceil((moment - Date.now()) / 1000)),
    () => 0,
  )
}

function everyTick(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS)
  return () => clearInterval(timer)
}

/** Whole seconds until an action is allowed again. */
export function useCountdown() {
  const [endsAt, setEndsAt] = useState(0)
  return {
    secondsLeft: useSecondsUntil(endsAt),
    start: (seconds: number) => setEndsAt(Date.now() + seconds * 1000),
  }
}
