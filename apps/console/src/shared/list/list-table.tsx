import { Link } from 'wouter'
import { listMessages } from '#shared/catalogue/list.ts'
import { useMessages } from '#platform/catalogue.ts'
import { Empty } from '#shared/parts/states.tsx'
import type { Sort } from './list-address.ts'
import type { Column, ListProps } from './list-page.tsx'
import type { ShownRow } from './list-rows.ts'

type TableProps<Row> = Pick<
  ListProps<Row>,
  'title' | 'columns' | 'hrefOf' | 'isDense' | 'empty'
> & {
  readonly rows: readonly ShownRow<Row>[]
  readonly chosen: string | undefined
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  readonly onSee: (no: string) => void
}

/** A sticky head, and rows whose first cell is a link. */
export function ListTable<Row>(props: TableProps<Row>) {
  const { title, columns, rows, chosen, sort, hrefOf, isDense = false, onSort, onSee } = props
  if (rows.length === 0) {
    return (
      <Empty title={props.empty.title}>
        <p>{props.empty.text}</p>
      </Empty>
    )
  }
  return (
    <table className={`t t-wide t-rule${isDense ? ' t-dense' : ''}`} aria-label={title}>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ no, row, isChanged }) => (
          <tr
            key={no}
            id={rowId(no)}
            className={[no === chosen && 'is-key', isChanged && 'is-new'].filter(Boolean).join(' ')}
            onPointerEnter={() => isChanged && onSee(no)}
          >
            {columns.map(({ id, text, cell, align }, at) => (
              <td key={id} className={align === 'right' ? 'r' : undefined}>
                {at === 0 ? (
                  <Link href={hrefOf(row)} className="id">
                    {text(row)}
                  </Link>
                ) : (
                  (cell?.(row) ?? text(row))
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function rowId(no: string): string {
  return `row-${no}`
}

function HeadCell<Row>({
  column: { head, align, sort: by },
  sort,
  onSort,
}: {
  readonly column: Column<Row>
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}) {
  const messages = useMessages(listMessages)
  const className = align === 'right' ? 'r' : undefined
  if (by === undefined) {
    return (
      <th scope="col" className={className}>
        {head}
      </th>
    )
  }
  const isSorted = sort.by === by
  const order = isSorted && sort.order === 'down' ? 'up' : 'down'
  const now = isSorted ? (sort.order === 'up' ? 'ascending' : 'descending') : 'none'
  return (
    <th scope="col" className={className} aria-sort={now}>
      <button type="button" onClick={() => onSort({ by, order })}>
        {head}
        {isSorted && (
          <span title={sort.order === 'up' ? messages.sortedUp : messages.sortedDown}>
            {sort.order === 'up' ? ' ↑' : ' ↓'}
          </span>
        )}
      </button>
    </th>
  )
}
