import type { ReactNode } from 'react'

/** The part of a screen that scrolls; a stop for the Tab key, so that a long paper scrolls by keyboard. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <main className="page" tabIndex={0}>
      {children}
    </main>
  )
}
