import { useEffect, useState } from 'react'

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
