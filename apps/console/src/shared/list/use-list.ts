import { useInfiniteQuery } from '@tanstack/react-query'
import type { ListPlace } from '@qingzhou/contract/wire/list'
import { useState } from 'react'
import type { ListState, Sort } from './list-address.ts'
import { appendRows, refreshRows, replaceRows, seenRow, type ListView } from './list-rows.ts'

const PAGE_ROWS = 50

/** The request of every list call, before its shape narrows it. */
export type ListRequest = {
  readonly filters: Readonly<Record<string, string>>
  readonly sort: Sort
  readonly after?: ListPlace
  readonly limit: number
}

export type ListPageOf<Row> = {
  readonly rows: readonly Row[]
  readonly next?: ListPlace | undefined
  readonly about?: number | undefined
}

export type ListSource<Row> = {
  /** Names the list among the queries, and its export. */
  readonly name: string
  readonly read: (request: ListRequest, signal?: AbortSignal) => Promise<ListPageOf<Row>>
  readonly noOf: (row: Row) => string
}

/** The rows of a list as shown: pages by key, refreshed after a minute without moving. */
export function useList<Row>(
  source: ListSource<Row>,
  { filters, sort }: Pick<ListState, 'filters' | 'sort'>,
  digestOf: (row: Row) => string,
) {
  const key = JSON.stringify([source.name, filters, sort])
  const query = useInfiniteQuery({
    queryKey: ['list', source.name, filters, sort],
    initialPageParam: undefined as ListPlace | undefined,
    queryFn: ({ pageParam, signal }) =>
      source.read(
        { filters, sort, limit: PAGE_ROWS, ...(pageParam && { after: pageParam }) },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  })
  const { data } = query
  const named = (rows: readonly Row[]) =>
    rows.map((row) => ({ no: source.noOf(row), row, digest: digestOf(row) }))
  const all = () => named(data?.pages.flatMap(({ rows }) => rows) ?? [])

  const [state, setState] = useState<{
    key: string
    data: typeof data
    shown: ListView<Row>
    /** Made of rows that were known before the list was opened: the next ones replace them. */
    isOld: boolean
  }>()
  // State that follows the data is set while rendering: an effect would show the old rows first.
  if (data && (state?.data !== data || state.key !== key)) {
    const isSame = state?.key === key && !state.isOld && state.data
    const added = isSame && data.pages.length > isSame.pages.length
    setState({
      key,
      data,
      isOld: query.isStale,
      shown: !isSame
        ? replaceRows(all())
        : added
          ? appendRows(state.shown, named(data.pages.at(-1)?.rows ?? []))
          : refreshRows(state.shown, all()),
    })
  }
  const shown = state?.key === key ? state.shown : undefined
  const change = (next: ListView<Row>) => state && setState({ ...state, shown: next })
  return {
    query,
    shown,
    about: data?.pages[0]?.about,
    showNew: () => change(replaceRows(all())),
    see: (no: string) => shown && change(seenRow(shown, no)),
  }
}

/** Every page of a list, for an export. */
export async function readAllRows<Row>(
  source: ListSource<Row>,
  { filters, sort }: Pick<ListState, 'filters' | 'sort'>,
): Promise<Row[]> {
  const rows: Row[] = []
  let after: ListPlace | undefined
  do {
    const page = await source.read({ filters, sort, limit: 200, ...(after && { after }) })
    rows.push(...page.rows)
    after = page.next
  } while (after)
  return rows
}
