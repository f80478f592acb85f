import { type ReactNode, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { listMessages } from '#shared/catalogue/list.ts'
import { useMessages } from '#platform/catalogue.ts'
import { timeText } from '#platform/figures.ts'
import { useKeys } from '#platform/keys.ts'
import { Failed, Part } from '#shared/parts/states.tsx'
import { listStateIn, type ListState, type Sort, useSearchChange } from './list-address.ts'
import { ListHead, ListFilters } from './list-head.tsx'
import { ListTable, rowId } from './list-table.tsx'
import { type ListSource, useList } from './use-list.ts'

export type Column<Row> = {
  readonly id: string
  readonly head: string
  /** What the cell shows, and what an export and a change are made of. */
  readonly text: (row: Row) => string
  readonly cell?: (row: Row) => ReactNode
  readonly align?: 'right'
  /** The name of the sorting that this column's head chooses. */
  readonly sort?: string
}

export type Filter = {
  readonly id: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

export type ListProps<Row> = {
  readonly title: string
  readonly source: ListSource<Row>
  readonly columns: readonly Column<Row>[]
  readonly filters?: readonly Filter[]
  readonly sort: Sort
  readonly hrefOf: (row: Row) => string
  /** What `e` does with the chosen row. */
  readonly onAct?: (row: Row) => void
  readonly isDense?: boolean
  readonly empty: { readonly title: string; readonly text: string }
  /** Beside the title, such as a total. */
  readonly aside?: ReactNode
}

/** The one list of the console: its address opens it again as it is. */
export function ListPage<Row>(props: ListProps<Row>) {
  const { source, columns, filters = [], onAct } = props
  const messages = useMessages(listMessages)
  const changeSearch = useSearchChange()
  const state = useListState(props)
  const list = useList(source, state, (row) => columns.map(({ text }) => text(row)).join('\n'))
  const { query, shown } = list
  const chosen = useChosenRow(props, list)
  return (
    <section className="sheet col" aria-label={props.title}>
      <ListHead {...props} state={state} about={list.about} changeSearch={changeSearch} />
      <ListFilters filters={filters} state={state} changeSearch={changeSearch}>
        {shown && shown.waiting > 0 && (
          <button type="button" className="filter" onClick={list.showNew}>
            {messages.newRows(shown.waiting)}
          </button>
        )}
      </ListFilters>
      <div className="scroll">
        {query.error && shown && <NotRefreshed query={query} />}
        <Part query={{ ...query, data: shown, error: shown ? null : query.error }} rows={12}>
          {({ rows }) => (
            <ListTable
              {...props}
              columns={columns.filter(({ id }, at) => at === 0 || !state.hidden.includes(id))}
              rows={rows}
              chosen={chosen}
              sort={state.sort}
              onSee={list.see}
              onSort={(sort) => changeSearch({ sort: `${sort.by}.${sort.order}` })}
            />
          )}
        </Part>
        {query.hasNextPage && (
          <div className="pad-all">
            <button
              type="button"
              className="act"
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {messages.more}
            </button>
          </div>
        )}
      </div>
      <ListFoot
        canAct={onAct !== undefined}
        hasChanged={shown?.rows.some(({ isChanged }) => isChanged) ?? false}
      />
    </section>
  )
}

function useListState<Row>({ columns, filters = [], sort }: ListProps<Row>): ListState {
  return listStateIn(useSearch(), {
    filters: Object.fromEntries(
      filters.map(({ id, choices }) => [id, choices.map(({ value }) => value)]),
    ),
    sortings: columns.flatMap(({ sort: by }) => (by === undefined ? [] : [by])),
    columns: columns.map(({ id }) => id),
    sort,
  })
}

/** The row chosen by keys: it opens at Enter, and `e` acts on it. */
function useChosenRow<Row>(
  { hrefOf, onAct }: ListProps<Row>,
  { shown, see }: Pick<ReturnType<typeof useList<Row>>, 'shown' | 'see'>,
): string | undefined {
  const [, go] = useLocation()
  const rows = shown?.rows ?? []
  const [chosenNo, choose] = useState<string>()
  const at = rows.findIndex(({ no }) => no === chosenNo)
  const chosen = rows[at]
  const move = (by: number) => {
    const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)]
    if (!next) return
    choose(next.no)
    see(next.no)
    document.getElementById(rowId(next.no))?.scrollIntoView({ block: 'nearest' })
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(chosen && { Enter: () => go(hrefOf(chosen.row)) }),
    ...(chosen && onAct && { e: () => onAct(chosen.row) }),
  })
  return chosenNo
}

/** What was known stays, with the time of it. */
function NotRefreshed({ query }: { readonly query: ReturnType<typeof useList>['query'] }) {
  const messages = useMessages(listMessages)
  if (!query.error) return undefined
  return (
    <div className="pad under-3">
      <Failed error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
      <p className="cap c3">{`${messages.refreshFailed} ${timeText(query.dataUpdatedAt)}`}</p>
    </div>
  )
}

function ListFoot({
  canAct,
  hasChanged,
}: {
  readonly canAct: boolean
  readonly hasChanged: boolean
}) {
  const messages = useMessages(listMessages)
  return (
    <footer className="foot foot-thin">
      <span>
        <kbd className="kbd">j</kbd> <kbd className="kbd">k</kbd> {messages.move}
      </span>
      <span>
        <kbd className="kbd">↵</kbd> {messages.open}
      </span>
      {canAct && (
        <span>
          <kbd className="kbd">e</kbd> {messages.act}
        </span>
      )}
      {hasChanged && <span className="push">{messages.changedHint}</span>}
    </footer>
  )
}
