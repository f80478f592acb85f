import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'

interface TableProps {
  /** The caption; announced, not shown. */
  caption: string
  columns: readonly { label: string; align?: 'start' | 'end' }[]
  /** Each row has a cell for every column; the first is the row header. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A table. Where its figures do not fit side by side, each row becomes a list of labelled values. */
export function Table({ caption, columns, rows }: TableProps) {
  const alignOf = (index: number) => (columns[index]?.align === 'end' ? 'table-end' : undefined)
  const box = useRef<HTMLDivElement>(null)
  useStackedRows(box)

  return (
    <div ref={box} className="table-box" role="group" aria-label={caption} tabIndex={0}>
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
                <Cell
                  key={index}
                  first={index === 0}
                  className={alignOf(index)}
                  label={columns[index]?.label}
                >
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

/** Stacks the rows while the table is wider than its box; measured again when the box changes. */
function useStackedRows(box: RefObject<HTMLDivElement | null>) {
  useLayoutEffect(() => {
    const element = box.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => {
      element.classList.remove(STACKED)
      element.classList.toggle(STACKED, element.scrollWidth > element.clientWidth)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
}

const STACKED = 'is-stacked'

interface CellProps {
  first: boolean
  className: string | undefined
  label: string | undefined
  children: ReactNode
}

/** Figures and dates do not wrap; the rows are stacked instead. */
const FIGURE = /^[\d.,:%¥+−-]+$/

function Cell({ first, className, label, children }: CellProps) {
  if (!first) {
    const isFigure = typeof children === 'string' && FIGURE.test(children)
    const classes = [className, isFigure && 'table-figure'].filter(Boolean).join(' ')
    return (
      <td className={classes || undefined} data-label={label}>
        {children}
      </td>
    )
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
