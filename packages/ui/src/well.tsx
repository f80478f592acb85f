import type { ReactNode } from 'react'

/** A sunk place inside a card: a formula, something to read and not to change. */
export function Well({ children }: { children: ReactNode }) {
  return <div className="well">{children}</div>
}
