import { codes } from '@qingzhou/contract/codes'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import type { Route } from '#app/routes.ts'
import { ApiError } from '#platform/api-error.ts'
import { QueryState } from '#shared/query-state.tsx'
import { NoSuchProof } from './no-such-proof.tsx'
import { toHome } from './staff-only.tsx'

export interface ProofOnItsWayProps {
  route: Pick<Route, 'title'>
  query: { readonly error: unknown; readonly refetch: () => Promise<unknown> }
}

/** Until a proof is there: its outline; or that there is none; or that it did not come. */
export function ProofOnItsWay({ route, query: { error, refetch } }: ProofOnItsWayProps) {
  if (error instanceof ApiError && error.code === codes.accountState) {
    return <NoSuchProof route={route} />
  }
  return (
    <Screen title={route.title} onBack={toHome}>
      <QueryState
        query={{ data: undefined, error, refetch }}
        skeleton={<SkeletonCards count={3} />}
      >
        {() => null}
      </QueryState>
    </Screen>
  )
}
