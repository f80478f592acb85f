import type { ReactNode } from 'react'
import { ChevronIcon } from '#graphics/screen-icons.tsx'

/** A list with separators. Contains ListRow only. */
export function List({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className="list" aria-label={label}>
      {children}
    </ul>
  )
}

export interface ListRowProps {
  label: ReactNode
  note?: ReactNode
  /** At the right: a value, an amount, a chip. */
  value?: ReactNode
  /** An icon in a square before the label. */
  glyph?: ReactNode
  href?: string
  onPress?: () => void
  opensDialog?: boolean
}

/** A link with `href`, a button with `onPress`, otherwise plain. */
export function ListRow({ href, onPress, opensDialog = false, ...content }: ListRowProps) {
  if (href !== undefined) {
    return (
      <li>
        <a className="list-row" href={href}>
          <RowContent {...content} leads />
        </a>
      </li>
    )
  }
  if (onPress) {
    return (
      <li>
        <button
          type="button"
          className="list-row"
          aria-haspopup={opensDialog ? 'dialog' : undefined}
          onClick={onPress}
        >
          <RowContent {...content} leads />
        </button>
      </li>
    )
  }
  return (
    <li className="list-row">
      <RowContent {...content} />
    </li>
  )
}

type RowContentProps = Omit<ListRowProps, 'href' | 'onPress' | 'opensDialog'> & { leads?: boolean }

function RowContent({ label, note, value, glyph, leads = false }: RowContentProps) {
  return (
    <>
      {glyph && <span className="glyph">{glyph}</span>}
      <span className="list-row-words">
        <span className="list-row-label">
          {label}
          {note && <span className="list-row-note">{note}</span>}
        </span>
        {value !== undefined && <span className="list-row-value">{value}</span>}
      </span>
      {leads && (
        <span className="list-row-chevron">
          <ChevronIcon size={20} />
        </span>
      )}
    </>
  )
}
