import type { ReactNode } from 'react'

interface TableProps {
  /** The caption; announced, not shown. */
  caption: string
  columns: readonly { label: string; align?: 'start' | 'end' }[]
  /** Each row has a cell for every column; the first is the row header. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A table that scrolls horizontally in its own box. */
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

/** Figures and dates do not wrap; the box scrolls instead. */
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

/** Labels and values, one pair per line; long values wrap. */
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
