import { useEffect, useState } from 'react'

const TICK_MS = 500

/**
 * Whole seconds until an action is allowed again.
 *
 * Uses the clock instead of counting ticks, because timers stop on a sleeping phone.
 */
export function useCountdown() {
  const [endsAt, setEndsAt] = useState(0)
  const [secondsLeft, setSecondsLeft] = useState(0)

  useEffect(() => {
    if (endsAt === 0) return undefined
    const timer = setInterval(() => {
      const left = secondsUntil(endsAt)
      setSecondsLeft(left)
      if (left === 0) setEndsAt(0)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [endsAt])

  function start(seconds: number) {
    const end = Date.now() + seconds * 1000
    setEndsAt(end)
    setSecondsLeft(secondsUntil(end))
  }

  return { secondsLeft, start }
}

function secondsUntil(end: number): number {
  return Math.max(0, Math.ceil((end - Date.now()) / 1000))
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
