import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { BillInstalment } from '@qingzhou/contract/features/bills'
import { displayYuan, sum } from '@qingzhou/domain/money/money'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen, TabPanel, Tabs } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { usePaymentDraft } from './payment-draft.ts'
import { PlanTable } from '#features/repayment/loans/plan-table.tsx'
import { quoteQuery } from '#shared/payments/payment-quote.tsx'
import { links } from '#features/repayment/links.ts'

const { title } = routes.repayment.planChange
const TABS = 'plan-change'

/** The plan before and after an early repayment. */
export default function PlanChangeScreen() {
  const { aim } = usePaymentDraft()
  const isEarly = aim !== undefined && aim.kind !== 'due'
  const quote = useQuery({ ...quoteQuery(aim), enabled: isEarly })
  const [side, setSide] = useState<'after' | 'before'>('after')

  if (!isEarly) {
    return (
      <Screen title={title} onBack={back}>
        <Empty
          title="没有变化的计划"
          action={
            <ButtonLink href={links.home} kind="quiet" fit>
              回还款首页
            </ButtonLink>
          }
        >
          提前还款试算后，可以在这里对比前后的计划
        </Empty>
      </Screen>
    )
  }
  return (
    <Screen
      title={title}
      onBack={back}
      top={
        <Tabs
          id={TABS}
          label="前后对比"
          tabs={[
            { value: 'after', label: '还款后' },
            { value: 'before', label: '还款前' },
          ]}
          value={side}
          onChange={setSide}
        />
      }
      footer={<Button onPress={async () => go(routes.repayment.cashier)}>继续还款</Button>}
    >
      <QueryState query={quote} skeleton={<SkeletonCards count={2} />}>
        {({ before = [], after = [], saving }) => (
          <TabPanel tabs={TABS} value={side}>
            <div className="stack stack-3">
              <Card>
                <Pairs
                  pairs={[
                    { label: '还款前还需还', value: `${displayYuan(openOf(before))} 元` },
                    { label: '还款后还需还', value: `${displayYuan(openOf(after))} 元` },
                    { label: '少付利息', value: `${displayYuan(saving)} 元` },
                  ]}
                />
              </Card>
              <Plan instalments={side === 'after' ? after : before} />
            </div>
          </TabPanel>
        )}
      </QueryState>
    </Screen>
  )
}

function openOf(instalments: readonly BillInstalment[]) {
  return sum(instalments.map(({ amount }) => amount))
}

function Plan({ instalments }: { instalments: readonly BillInstalment[] }) {
  const open = instalments.filter(({ state }) => state !== 'settled')
  if (open.length === 0) return <p className="small ink-2 centre">全部结清，没有待还的分期</p>
  return (
    <Card>
      <PlanTable caption={title} instalments={open} partsOf={(instalment) => instalment.open} />
    </Card>
  )
}
