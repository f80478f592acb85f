import type { FirstQueries } from '#platform/navigation/screens.ts'
import { useQuery } from '@tanstack/react-query'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { employeeProductNo } from '@qingzhou/domain/product'
import { Banner, Chip, Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Pairs, Screen } from '@qingzhou/ui/layout'
import { SettledDrawing } from '@qingzhou/ui/graphics'
import { Num } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { formatDay } from '#shared/pages/figures.ts'
import { HomeTabs } from '#shared/account/home-tabs.tsx'
import { PullToRefresh } from '#shared/pages/pull-to-refresh.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { RefusedDebitBanner } from '#shared/payments/refused-debit.tsx'
import { MonthBars, monthOf } from './months.tsx'
import { LoanRows } from '#features/repayment/loans/loan-rows.tsx'
import { saveDueDates } from './due-calendar.ts'
import { MoreTime } from './more-time.tsx'
import { type Overview, overviewQuery } from '#features/repayment/queries.ts'
import { links } from '#features/repayment/links.ts'
import { addressOf } from '#platform/navigation/navigation.ts'
import { limitQuery } from '#shared/lending/limit-query.ts'

export const firstQueries: FirstQueries = (request) => request(overviewQuery)

/** Due and overdue amounts, their costs, and links to all pages. */
export default function RepayHomeScreen() {
  const overview = useQuery(overviewQuery)
  return (
    <Screen
      title={routes.repayment.repayHome.title}
      home
      trailing={<HelpButton />}
      bottom={<HomeTabs at="账单" />}
    >
      <PullToRefresh onRefresh={overview.refetch}>
        <UndisbursedDraw />
        <QueryState query={overview} skeleton={<SkeletonCards count={3} />}>
          {(data) => (data.loans.length === 0 ? <NothingOwed /> : <Home data={data} />)}
        </QueryState>
      </PullToRefresh>
    </Screen>
  )
}

function NothingOwed() {
  return (
    <div className="stack stack-3">
      <Empty title="您没有待还的借款" drawing={<SettledDrawing />}>
        借款后，应还金额和日期会显示在这里
      </Empty>
      <Card flush>
        <List label="记录">
          <Records />
        </List>
      </Card>
    </div>
  )
}

function Home({ data }: { data: Overview }) {
  return (
    <div className="stack stack-3">
      {data.order && (
        <Banner tone="soon" action={<a href={links.result(data.order.requestNo)}>查看结果</a>}>
          有一笔 {displayYuan(data.order.amount)} 元的还款正在处理，不会重复扣款
        </Banner>
      )}
      <RefusedDebitBanner card={data.refusedCard} />
      <DueCard data={data} />
      {(data.overdue > 0n || opensOnOf(data) === undefined) && (
        <MoreTime isLate={data.overdue > 0n} mayJoin={data.mayJoin} />
      )}
      <Card title="每月应还" trailing={<a href={links.everyMonth}>全部月份</a>}>
        <MonthBars months={data.months} current={monthOf(data.today)} />
      </Card>
      <LoanRows title="进行中的借款" loans={data.loans} />
      <Card flush>
        <List label="账单与记录">
          <ListRow label="本期账单" href={links.currentBill} />
          <ListRow label="全部待还" href={links.allDue} />
          <ListRow
            label="还款日加入日历"
            note="下载日历文件，到期前一天由手机提醒"
            onPress={() => void saveDueDates()}
          />
          {data.loans.some(({ productNo }) => productNo === employeeProductNo) && (
            <ListRow label="借款用途凭证" href={links.evidenceList} />
          )}
          <Records />
        </List>
      </Card>
    </div>
  )
}

function DueCard({ data }: { data: Overview }) {
  const isLate = data.overdue > 0n
  const amount = data.dueNow > 0n ? data.dueNow : data.nextAmount
  const opensOn = opensOnOf(data)
  return (
    <Card
      title={data.dueNow > 0n ? '现在应还' : '下一期应还'}
      trailing={isLate ? <Chip tone="overdue">逾期 {data.daysOverdue} 天</Chip> : undefined}
    >
      {amount !== undefined && (
        <Num value={yuan(amount)} yuan size="xl" {...(isLate && { tone: 'overdue' as const })} />
      )}
      {isLate && (
        <p className="small ink-2">
          含罚息 {displayYuan(data.penalty)} 元，之后每天约 {displayYuan(data.penaltyADay)} 元
        </p>
      )}
      {!isLate && data.nextDueDate && (
        <p className="small ink-2">
          {data.nextDueDate === data.today
            ? data.refusedCard
              ? '今天到期，自动扣款未成功'
              : '今天从还款卡扣款'
            : `${formatDay(data.nextDueDate)} 到期，届时从还款卡自动扣款`}
        </p>
      )}
      {opensOn === undefined ? (
        <ButtonLink href={links.payInstalments()}>
          立即还款{amount !== undefined && ` ${displayYuan(amount)} 元`}
        </ButtonLink>
      ) : (
        <p className="small ink-2 ruled">
          {formatDay(opensOn)}起可还这一期；如需提前还款，请打开下方的借款办理
        </p>
      )}
      <Pairs
        pairs={[
          { label: '本月应还', value: <Num value={yuan(data.thisMonth)} yuan /> },
          { label: '全部待还本金', value: <Num value={yuan(data.principalLeft)} yuan /> },
          { label: '今日结清应还', value: <Num value={yuan(data.payoff)} yuan /> },
        ]}
      />
    </Card>
  )
}

/** A bill can be paid once its period has begun; undefined if nothing is payable. */
function opensOnOf({ dueNow, nextPayableFrom, today }: Overview): LocalDate | undefined {
  const isAhead = dueNow === 0n && nextPayableFrom !== undefined && nextPayableFrom > today
  return isAhead ? nextPayableFrom : undefined
}

function Records() {
  return (
    <>
      <ListRow label="还款记录" href={links.paymentHistory()} />
      <ListRow label="交易记录" href={links.loanHistory} />
      <ListRow label="历史借款" href={links.settledLoans} />
      <ListRow label="我的银行卡" note="限额和免验证码还款" href={links.myCards} />
      <ListRow label="已签分期方案" href={links.signedPlans} />
    </>
  )
}

/** A draw that is not disbursed is no bill yet; it says why the limit has less to offer. */
function UndisbursedDraw() {
  const { data } = useQuery(limitQuery())
  if (!data?.openDraw) return null
  return (
    <Banner tone="soon" action={<a href={`#${addressOf(routes.credit.limit)}`}>查看</a>}>
      有一笔 {displayYuan(data.openDraw.amount)} 元的借款还没有放款，放款后才会出现在账单中
    </Banner>
  )
}
