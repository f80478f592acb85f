import { useQuery } from '@tanstack/react-query'
import type { BillInstalment } from '@qingzhou/contract/bills'
import { displayYuan, sum } from '@qingzhou/domain/money/money'
import { Banner } from '@qingzhou/ui/banner'
import { Button, ButtonLink } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { SettledDrawing } from '@qingzhou/ui/illustrations'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { TabPanel, Tabs } from '@qingzhou/ui/tabs'
import { routes } from '#app/routes.ts'
import { back, go } from '#platform/navigation.ts'
import { PullToRefresh } from '#shared/pull-to-refresh.tsx'
import { QueryState } from '#shared/query-state.tsx'
import {
  channelBillsQuery,
  payableToday,
  waysToSee,
  type ChannelBillsAnswer,
  type WhichBills,
} from './channel-bills.ts'
import { ChannelDueCard } from './channel-due-card.tsx'
import { ChannelLoanCard } from './channel-loan-card.tsx'
import { ChannelServices } from './channel-services.tsx'
import { choosePayment } from './pay-draft.ts'
import { to } from './to.ts'

const TABS = 'channel-bills'
const ways: readonly WhichBills[] = ['all', 'current', 'channel', 'partner']

/** Bills as the messaging app shows them: what is due, loan by loan, and what can be done about it. */
export function ChannelBillList({ which }: { which: WhichBills }) {
  const bills = useQuery(channelBillsQuery(which))
  const payable = bills.data ? payableToday(bills.data) : []
  return (
    <Screen
      title={waysToSee[which].route.title}
      onBack={back}
      top={
        <Tabs
          id={TABS}
          label="看哪些账单"
          tabs={ways.map((way) => ({ value: way, label: waysToSee[way].tab }))}
          value={which}
          onChange={(way) => void go(waysToSee[way].route, { replace: true })}
        />
      }
      footer={payable.length > 0 && <PayButton payable={payable} />}
    >
      <PullToRefresh onRefresh={bills.refetch}>
        <TabPanel tabs={TABS} value={which}>
          <QueryState query={bills} skeleton={<SkeletonCards count={3} />}>
            {(data) => <Bills bills={data} which={which} />}
          </QueryState>
        </TabPanel>
      </PullToRefresh>
    </Screen>
  )
}

function Bills({ bills, which }: { bills: ChannelBillsAnswer; which: WhichBills }) {
  if (bills.loans.length === 0) {
    return (
      <div className="stack stack-3">
        <Nothing which={which} />
        <ChannelServices />
      </div>
    )
  }
  return (
    <div className="stack stack-3">
      {bills.order && (
        <Banner tone="soon" action={<a href={to.result(bills.order.repaySeqNo)}>查看结果</a>}>
          有一笔 {displayYuan(bills.order.amount)} 元的还款正在处理，不会重复扣款
        </Banner>
      )}
      <ChannelDueCard bills={bills} totalLabel={waysToSee[which].total} />
      {bills.loans.map(({ loan, instalments }) => (
        <ChannelLoanCard key={loan.loanNo} loan={loan} instalments={instalments} />
      ))}
      <ChannelServices />
    </div>
  )
}

function Nothing({ which }: { which: WhichBills }) {
  const { title, words } = waysToSee[which].empty
  return (
    <Empty
      title={title}
      drawing={<SettledDrawing />}
      action={
        which === 'all' ? (
          <ButtonLink href={to.limit} kind="quiet" fit>
            查看我的额度
          </ButtonLink>
        ) : (
          <ButtonLink href={to.channelAllBills} kind="quiet" fit>
            看全部账单
          </ButtonLink>
        )
      }
    >
      {words}
    </Empty>
  )
}

/** On to the cashier with all that may be paid today of what is listed. */
function PayButton({ payable }: { payable: readonly BillInstalment[] }) {
  async function pay() {
    choosePayment({ kind: 'due', picks: payable.map(({ loanNo, n }) => ({ loanNo, n })) })
    await go(routes.repayment.cashier)
  }

  return (
    <Button onPress={pay}>
      立即还款 {displayYuan(sum(payable.map(({ amount }) => amount)))} 元
    </Button>
  )
}
