import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'

export type Sort<By extends string = string> = {
  readonly by: By
  readonly order: 'up' | 'down'
}

/** What of a list is in its address: the chosen filters, the sorting and the hidden columns. */
export type ListState = {
  readonly filters: Readonly<Record<string, string>>
  readonly sort: Sort
  readonly hidden: readonly string[]
}

/** Reads the list's state from the address. Unknown names are left out. */
export function listStateIn(
  search: string,
  known: {
    readonly filters: Readonly<Record<string, readonly string[]>>
    readonly sortings: readonly string[]
    readonly columns: readonly string[]
    readonly sort: Sort
  },
): ListState {
  const params = new URLSearchParams(search)
  const filters = Object.entries(known.filters).flatMap(([name, values]) => {
    const value = params.get(name)
    return value !== null && values.includes(value) ? [[name, value] as const] : []
  })
  const [by = '', order] = (params.get('sort') ?? '').split('.')
  const isKnown = known.sortings.includes(by) && (order === 'up' || order === 'down')
  const hidden = (params.get('without') ?? '').split(',')
  return {
    filters: Object.fromEntries(filters),
    sort: isKnown ? { by, order } : known.sort,
    hidden: known.columns.filter((column) => hidden.includes(column)),
  }
}

/** The address with some of the list's state changed; undefined removes a part of it. */
export function searchWith(
  search: string,
  changes: Readonly<Record<string, string | undefined>>,
): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') params.delete(name)
    else params.set(name, value)
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** Changes the query of the current address in place, so that Back leaves the list. */
export function useSearchChange(): (changes: Readonly<Record<string, string | undefined>>) => void {
  const search = useSearch()
  return (changes) =>
    navigate(window.location.pathname + searchWith(search, changes), { replace: true })
}
