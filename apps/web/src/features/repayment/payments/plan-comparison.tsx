import type { ReactNode } from 'react'
import type { BillInstalment, BillParts } from '@qingzhou/contract/features/repayment/bills'
import type { ComparedInstalment } from '@qingzhou/contract/features/repayment/rate-cuts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { ZERO } from '@qingzhou/domain/money/money'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { Card, Pairs, Screen, TabPanel, Tabs } from '@qingzhou/ui/layout'
import { back } from '#platform/navigation/navigation.ts'
import { QueryState, type QueryStateProps } from '#shared/pages/query-state.tsx'
import { PlanTable } from '#features/repayment/loans/plan-table.tsx'
import { useEntryState } from '#shared/forms/entry-state.ts'

const TABS = 'plan-change'

type Row = { readonly n: number; readonly dueDate: LocalDate; readonly parts: BillParts }
type Plans = { readonly before: readonly Row[]; readonly after: readonly Row[] }
type Side = keyof Plans

interface PlanComparisonProps<T> {
  title: string
  /** What changes the plan. */
  name: string
  query: QueryStateProps<T>['query']
  errorTitle?: string
  planOf: (data: T) => Plans
  pairsOf: (data: T) => { label: string; value: string }[]
  footer?: ReactNode
}

/** Two plans of one loan, one at a time, and what differs in figures. */
export function PlanComparison<T>(props: PlanComparisonProps<T>) {
  const { title, name, query, errorTitle, planOf, pairsOf, footer } = props
  const [side, setSide] = useEntryState<Side>('side', 'after')
  return (
    <Screen
      title={title}
      onBack={back}
      top={
        <Tabs
          id={TABS}
          label="前后对比"
          tabs={[
            { value: 'after', label: `${name}后` },
            { value: 'before', label: `${name}前` },
          ]}
          value={side}
          onChange={setSide}
        />
      }
      {...(query.data !== undefined && { footer })}
    >
      <QueryState
        query={query}
        skeleton={<SkeletonCards count={2} />}
        {...(errorTitle !== undefined && { errorTitle })}
      >
        {(data) => (
          <TabPanel tabs={TABS} value={side}>
            <Card>
              <Pairs pairs={pairsOf(data)} />
            </Card>
            <Plan caption={`${name}${side === 'after' ? '后' : '前'}`} rows={planOf(data)[side]} />
          </TabPanel>
        )}
      </QueryState>
    </Screen>
  )
}

function Plan({ caption, rows }: { caption: string; rows: readonly Row[] }) {
  if (rows.length === 0) return <p className="small ink-2 centre">全部结清，没有待还的分期</p>
  return (
    <Card>
      <PlanTable
        caption={`${caption}的还款计划`}
        instalments={rows}
        partsOf={({ parts }) => parts}
      />
    </Card>
  )
}

/** The open instalments of a plan. */
export function openRows(instalments: readonly BillInstalment[]): Row[] {
  return instalments
    .filter(({ state }) => state !== 'settled')
    .map(({ n, dueDate, open }) => ({ n, dueDate, parts: open }))
}

/** The plans of a rate cut, from the first changed instalment. */
export function rateCutRows({
  instalments,
}: {
  readonly instalments: readonly ComparedInstalment[]
}): Plans {
  const rowsOf = (side: Side): Row[] =>
    instalments.map(({ n, dueDate, fee, [side]: { principal, interest } }) => ({
      n,
      dueDate,
      parts: { fee, penalty: ZERO, interest, principal },
    }))
  return { before: rowsOf('before'), after: rowsOf('after') }
}
