import type { Step } from '@qingzhou/domain/credit/steps'
import { Screen } from '@qingzhou/ui/layout'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { back } from '#platform/navigation/navigation.ts'
import { ApplicationProgress } from '#shared/lending/application-progress.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'

interface Query {
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
}

interface FormQueryStateProps {
  title: string
  at: Step
  /** The data the form needs before it can be filled in. */
  queries: readonly Query[]
}

/** The skeleton of a form until its data has loaded. */
export function FormQueryState({ title, at, queries }: FormQueryStateProps) {
  const failed = queries.filter(({ error }) => error !== null)
  const query = {
    data: undefined,
    error: failed[0]?.error ?? null,
    refetch: async () => Promise.all(failed.map(async ({ refetch }) => refetch())),
  }

  return (
    <Screen
      title={title}
      onBack={back}
      trailing={<HelpButton />}
      top={<ApplicationProgress at={at} />}
    >
      <QueryState query={query} skeleton={<SkeletonCards count={4} />}>
        {() => null}
      </QueryState>
    </Screen>
  )
}
