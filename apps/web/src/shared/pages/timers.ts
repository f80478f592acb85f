import { useEffect, useState } from 'react'

const TICK_MS = 500

/**
 * Whole seconds until a moment.
 *
 * Uses the clock instead of counting ticks, because timers stop on a sleeping phone.
 */
export function useSecondsUntil(moment: number): number {
  const [, setTick] = useState(0)
  const left = Math.max(0, Math.ceil((moment - Date.now()) / 1000))
  const isOver = left === 0

  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setTick((tick) => tick + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [moment, isOver])

  return left
}

/** Whole seconds until an action is allowed again. */
export function useCountdown() {
  const [endsAt, setEndsAt] = useState(0)
  return {
    secondsLeft: useSecondsUntil(endsAt),
    start: (seconds: number) => setEndsAt(Date.now() + seconds * 1000),
  }
}

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
