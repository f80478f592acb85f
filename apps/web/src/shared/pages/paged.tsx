import type { ReactNode } from 'react'
import { Button } from '@qingzhou/ui/inputs'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { PullToRefresh } from './pull-to-refresh.tsx'
import { QueryState } from './query-state.tsx'

interface PagedQuery<Page> {
  readonly data: { readonly pages: readonly Page[] } | undefined
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
  readonly hasNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

export interface PagedProps<Page, Item> {
  query: PagedQuery<Page>
  itemsOf: (page: Page) => readonly Item[]
  empty: ReactNode
  children: (items: readonly Item[]) => ReactNode
}

/** A paginated list with pull to refresh and a button for more. */
export function Paged<Page, Item>({ query, itemsOf, empty, children }: PagedProps<Page, Item>) {
  return (
    <PullToRefresh onRefresh={query.refetch}>
      <QueryState query={query} skeleton={<SkeletonCards count={3} />}>
        {({ pages }) => {
          const items = pages.flatMap(itemsOf)
          if (items.length === 0) return empty
          return (
            <div className="stack stack-3">
              {children(items)}
              {query.hasNextPage ? (
                <Button kind="quiet" onPress={query.fetchNextPage}>
                  加载更多
                </Button>
              ) : (
                <p className="caption ink-3 centre">没有更多了</p>
              )}
            </div>
          )
        }}
      </QueryState>
    </PullToRefresh>
  )
}
