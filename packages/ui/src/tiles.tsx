import type { ReactNode } from 'react'

export interface Tile {
  label: string
  icon: ReactNode
  href: string
}

/** Ways on from a home page, four abreast, fewer as the text grows. */
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
