import type { ReactNode } from 'react'

/** A titled part of a page. */
export function Card({
  title,
  note,
  aside,
  children,
}: {
  readonly title: string
  readonly note?: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2 className="h2">{title}</h2>
        {note && <span className="cap c3">{note}</span>}
        {aside && <span className="cap c3 push">{aside}</span>}
      </header>
      {children}
    </section>
  )
}

/** A state in a row: its word and a dot. Amber waits for a person, red failed, all else is neutral. */
export function StateText({
  tone,
  children,
}: {
  readonly tone: 'wait' | 'fail' | 'done'
  readonly children: ReactNode
}) {
  return <span className={tone === 'done' ? 'state' : `state state-${tone}`}>{children}</span>
}

const aligned = { right: 'r', gap: 'gap' } as const

export interface Column<Row> {
  readonly head: string
  readonly renderCell: (row: Row) => ReactNode
  /** At the right, or with a space before it after a column of figures. */
  readonly align?: keyof typeof aligned
}

/** A table without sorting: the parts of a page are short. */
export function PlainTable<Row>({
  label,
  columns,
  rows,
  noOf,
  empty,
  foot,
}: {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly noOf: (row: Row) => string
  /** What would be here, and when. */
  readonly empty: string
  /** The row of totals. */
  readonly foot?: ReactNode
}) {
  if (rows.length === 0) return <p className="body c2">{empty}</p>
  return (
    <div className="wide">
      <table className="t" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ head, align }) => (
              <th key={head} scope="col" className={align && aligned[align]}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={noOf(row)}>
              {columns.map(({ head, renderCell, align }) => (
                <td key={head} className={align && aligned[align]}>
                  {renderCell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  )
}
