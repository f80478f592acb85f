import { useQuery } from '@tanstack/react-query'
import type { BillInstalment, LoanSummary } from '@qingzhou/contract/features/repayment/bills'
import { displayYuan, sum } from '@qingzhou/domain/money/money'
import { Banner, Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Screen, TabPanel, Tabs } from '@qingzhou/ui/layout'
import {
  CalendarIcon,
  DocumentIcon,
  FallIcon,
  PersonIcon,
  PostponeIcon,
  SealIcon,
  SettledDrawing,
  ShieldIcon,
  TicketIcon,
} from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { formatDay } from '#shared/pages/figures.ts'
import { InstalmentRow } from '#shared/lending/instalment-rows.tsx'
import { PullToRefresh } from '#shared/pages/pull-to-refresh.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { LoanChip } from '#shared/lending/state-chip.tsx'
import { ChannelDueCard, billLists, channelBillsQuery, payableToday } from './channel-due-card.tsx'
import type { ChannelBillsAnswer, WhichBills } from './channel-due-card.tsx'
import { ConsolidationPlanRow, BillConversionRow } from '#features/repayment/bills/more-time.tsx'
import { choosePayment } from '#features/repayment/payments/payment-draft.ts'
import { links } from '#features/repayment/links.ts'

const TABS = 'channel-bills'

const ways: readonly WhichBills[] = ['all', 'current', 'channel', 'partner']

/** The bills for the messaging app: due amounts by loan, and the available actions. */
export function ChannelBillList({ which }: { which: WhichBills }) {
  const bills = useQuery(channelBillsQuery(which))
  const payable = bills.data ? payableToday(bills.data) : []
  return (
    <Screen
      title={billLists[which].route.title}
      onBack={back}
      top={
        <Tabs
          id={TABS}
          label="账单范围"
          tabs={ways.map((way) => ({ value: way, label: billLists[way].tab }))}
          value={which}
          onChange={(way) => void go(billLists[way].route, { replace: true })}
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
        <ChannelServices owesNothing={which === 'all'} />
      </div>
    )
  }
  return (
    <div className="stack stack-3">
      {bills.order && (
        <Banner tone="soon" action={<a href={links.result(bills.order.requestNo)}>查看结果</a>}>
          有一笔 {displayYuan(bills.order.amount)} 元的还款正在处理，不会重复扣款
        </Banner>
      )}
      <ChannelDueCard bills={bills} totalLabel={billLists[which].total} />
      {bills.loans.map(({ loan, instalments }) => (
        <ChannelLoanCard key={loan.loanNo} loan={loan} instalments={instalments} />
      ))}
      <ChannelServices />
    </div>
  )
}

function Nothing({ which }: { which: WhichBills }) {
  const { title, words } = billLists[which].empty
  return (
    <Empty
      title={title}
      drawing={<SettledDrawing />}
      action={
        which === 'all' ? (
          <ButtonLink href={links.limit} kind="quiet" fit>
            查看我的额度
          </ButtonLink>
        ) : (
          <ButtonLink href={links.channelAllBills} kind="quiet" fit>
            查看全部账单
          </ButtonLink>
        )
      }
    >
      {words}
    </Empty>
  )
}

/** Opens the cashier with all payable bills of the list. */
function PayButton({ payable }: { payable: readonly BillInstalment[] }) {
  async function pay() {
    const picks = payable.map(({ loanNo, n }) => ({ loanNo, n }))
    await go(routes.repayment.cashier, { query: choosePayment({ kind: 'due', picks }) })
  }

  return (
    <Button onPress={pay}>
      立即还款 {displayYuan(sum(payable.map(({ amount }) => amount)))} 元
    </Button>
  )
}

// A table: one service, one line.
// oxfmt-ignore
const forDebts = [
  { Icon: PostponeIcon, label: '延期还款', note: '最近一期延后还款，利息照计', href: links.deferral },
  { Icon: CalendarIcon, label: '区域纾困延期', note: '受灾、疫情、疾病等，凭证明申请', href: links.forbearance },
  { Icon: TicketIcon, label: '减免还款', note: '查看给您的减免方案', href: links.waiver },
  { Icon: FallIcon, label: '降息账单', note: '查看已降息的借款', href: links.rateCuts },
]

// A table: one service, one line.
// oxfmt-ignore
const services = [
  { Icon: DocumentIcon, label: '已签分期方案', note: '个性化分期、账单分期', href: links.signedPlans },
  { Icon: DocumentIcon, label: '已签协议', note: '查看、下载或发到邮箱', href: links.signedAgreements },
  { Icon: SealIcon, label: '开具证明', note: '结清证明、信贷账户证明', href: links.chooseCertificate },
  { Icon: PersonIcon, label: '信息更新', note: '姓名、身份证或手机号变了', href: links.updateInformation },
  { Icon: ShieldIcon, label: '登录与安全', note: '关联的应用、登录设备、退出登录', href: links.security },
]

/** The services of the messaging app, repayment difficulties first; who owes nothing has none. */
function ChannelServices({ owesNothing = false }: { owesNothing?: boolean }) {
  return (
    <Card flush title={owesNothing ? '业务办理' : '还款帮助与业务办理'}>
      <List label="业务">
        {!owesNothing && <ConsolidationPlanRow />}
        {!owesNothing && <BillConversionRow />}
        {[...(owesNothing ? [] : forDebts), ...services].map(({ Icon, label, note, href }) => (
          <ListRow key={label} glyph={<Icon size={20} />} label={label} note={note} href={href} />
        ))}
      </List>
    </Card>
  )
}

/** The number of instalments on the card; the others are on the loan's page. */
const SHOWN = 3

/** One loan with its next instalments and actions. */
function ChannelLoanCard({
  loan,
  instalments,
}: {
  loan: LoanSummary
  instalments: readonly BillInstalment[]
}) {
  const { loanNo, purposeName, amount, drawnOn } = loan
  const more = instalments.length - SHOWN
  return (
    <Card
      flush
      title={purposeName}
      note={`${formatDay(drawnOn)}借 ${displayYuan(amount)} 元`}
      trailing={<LoanChip loan={loan} />}
    >
      <List label={`${purposeName}的分期`}>
        {instalments.slice(0, SHOWN).map((instalment) => (
          <InstalmentRow key={instalment.n} instalment={instalment} />
        ))}
        {more > 0 && (
          <ListRow label={`还有 ${more} 期`} value="还款计划" href={links.plan(loanNo)} />
        )}
      </List>
    </Card>
  )
}

export function ChannelAllBillsScreen() {
  return <ChannelBillList which="all" />
}

export function ChannelBillsScreen() {
  return <ChannelBillList which="channel" />
}

export function ChannelCurrentBillScreen() {
  return <ChannelBillList which="current" />
}

export function PartnerBillsScreen() {
  return <ChannelBillList which="partner" />
}
