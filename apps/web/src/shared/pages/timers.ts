import { useEffect, useState, useSyncExternalStore } from 'react'

const TICK_MS = 500

/** Whole seconds since a time, by the clock. */
export function useSecondsSince(moment: number): number {
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])

  return Math.max(0, Math.floor((now - moment) / 1000))
}

const DEBOUNCE_MS = 300

/** A debounced value: a request is made once, not at every key press. */
export function useDebouncedValue(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

const FIRST_MS = 1000
const GROWTH = 1.4
const LONGEST_MS = 10_000

/** The polling interval, growing with each request. */
export function pollDelayMs(askedBefore: number): number {
  return Math.min(FIRST_MS * GROWTH ** askedBefore, LONGEST_MS)
}

/** Waits for the next poll or the abort signal. */
export function nextPoll(askedBefore: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, pollDelayMs(askedBefore))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

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
