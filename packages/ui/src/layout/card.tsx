import type { ReactNode } from 'react'

interface CardProps {
  children: ReactNode
  /** The title. */
  title?: ReactNode
  note?: ReactNode
  /** Right of the title: a chip, a text button. */
  trailing?: ReactNode
  /** No vertical padding, for a list with its own. */
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

/** The dark card of a page, with its main number. */
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

/** An inset area in a card, for read-only content. */
export function Well({ children }: { children: ReactNode }) {
  return <div className="well">{children}</div>
}

interface Tile {
  label: string
  icon: ReactNode
  href: string
}

/** The links of a home page, four per row, fewer with larger text. */
export function Tiles({ label, tiles }: { label: string; tiles: readonly Tile[] }) {
  return (
    <nav className="tiles" aria-label={label}>
      {tiles.map((tile) => (
        <a key={tile.href} className="tile" href={tile.href}>
          {tile.icon}
          <span>{tile.label}</span>
        </a>
      ))}
    </nav>
  )
}
