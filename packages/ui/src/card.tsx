import type { ReactNode } from 'react'

export interface CardProps {
  children: ReactNode
  /** Heads the card. */
  title?: ReactNode
  note?: ReactNode
  /** Right of the title: a chip, a text button. */
  trailing?: ReactNode
  /** No padding above and below, for a list that brings its own. */
  flush?: boolean
}

export function Card({ children, title, note, trailing, flush = false }: CardProps) {
  const className = flush ? 'card card-flush' : 'card'
  if (!title) return <section className={className}>{children}</section>

  return (
    <section className={className}>
      <header className="card-head">
        <div className="grow">
          <h2 className="strong">{title}</h2>
          {note && <p className="small ink-3">{note}</p>}
        </div>
        {trailing}
      </header>
      {children}
    </section>
  )
}
