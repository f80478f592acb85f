import { useEffect, useState } from 'react'

/** Whole seconds since a moment, by the clock. */
export function useSecondsSince(moment: number): number {
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])

  return Math.max(0, Math.floor((now - moment) / 1000))
}
