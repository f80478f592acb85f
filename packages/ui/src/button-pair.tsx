import type { ReactNode } from 'react'

/** Two buttons side by side, one above the other where the column or the text leaves no room. */
export function ButtonPair({ children }: { children: ReactNode }) {
  return <div className="button-pair">{children}</div>
}
