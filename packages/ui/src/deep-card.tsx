import type { ReactNode } from 'react'

/** The one dark surface of a page: the number it is about, over water. */
export function DeepCard({ children }: { children: ReactNode }) {
  return (
    <section className="deep-card">
      <svg
        className="deep-waves"
        viewBox="0 0 358 150"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path
          className="wave-back"
          d="M0 34c30-12 60-12 90 0s60 12 90 0 60-12 90 0 60 12 88 0v116H0z"
        />
        <path className="wave-front" d="M0 72c40 14 80 14 120 0s80-14 120 0 80 14 118 0v78H0z" />
      </svg>
      <div className="deep-words">{children}</div>
    </section>
  )
}
