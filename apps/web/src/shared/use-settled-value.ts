import { useEffect, useState } from 'react'

const SETTLE_MS = 300

/** What has stood still for a moment: typing asks once, not at every key. */
export function useSettledValue(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
