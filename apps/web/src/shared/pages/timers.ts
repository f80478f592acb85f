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
