import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

/** Shows what it holds only to those who have waited. A new `key` starts the wait anew. */
export function Later({ afterMs, children }: { afterMs: number; children: ReactNode }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])

  return isDue && children
}
