import type { ReactNode } from 'react'

interface TableProps {
  /** What the table lists; spoken, not shown. */
  caption: string
  columns: readonly { label: string; align?: 'start' | 'end' }[]
  /** Each row has a cell for every column; the first names the row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A table that scrolls sideways in its own box rather than push the page wide. */
export function Table({ caption, columns, rows }: TableProps) {
  const alignOf = (index: number) => (columns[index]?.align === 'end' ? 'table-end' : undefined)

  return (
    <div className="table-box" role="group" aria-label={caption} tabIndex={0}>
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column.label} scope="col" className={alignOf(index)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              {row.cells.map((cell, index) => (
                <Cell key={index} first={index === 0} className={alignOf(index)}>
                  {cell}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellProps {
  first: boolean
  className: string | undefined
  children: ReactNode
}

/** A figure or a date that is broken over two lines is misread: it stays whole, and the box scrolls. */
const FIGURE = /^[\d.,:%¥+−-]+$/

function Cell({ first, className, children }: CellProps) {
  if (!first) {
    const isFigure = typeof children === 'string' && FIGURE.test(children)
    const classes = [className, isFigure && 'table-figure'].filter(Boolean).join(' ')
    return <td className={classes || undefined}>{children}</td>
  }
  return (
    <th scope="row" className={className}>
      {children}
    </th>
  )
}

/** Names and values, one pair a line; long values wrap under themselves. */
export function Pairs({ pairs }: { pairs: readonly { label: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className="pairs">
      {pairs.map((pair, index) => (
        <div key={index} className="pair">
          <dt>{pair.label}</dt>
          <dd>{pair.value}</dd>
        </div>
      ))}
    </dl>
  )
}
