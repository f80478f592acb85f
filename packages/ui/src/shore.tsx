import type { ReactNode } from 'react'

/** Shallow water at the foot of a landing page, with the small print on it. */
export function Shore({ children }: { children: ReactNode }) {
  return (
    <div className="shore">
      <svg viewBox="0 0 390 24" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 14c33-9 65-9 98 0s65 9 98 0 65-9 98 0 65 9 96 0v10H0z" />
      </svg>
      <p className="shore-words">{children}</p>
    </div>
  )
}
