import { useQuery } from '@tanstack/react-query'
import type { RepaymentAim } from '@qingzhou/contract/features/repayment/repayment'
import { displayYuan, type Money, sum } from '@qingzhou/domain/money/money'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Screen } from '@qingzhou/ui/layout'
import { Empty } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back, go, linkQuery, numberInLink } from '#platform/navigation/navigation.ts'
import { rateCutQuery } from '#shared/lending/rate-cut-query.ts'
import { formatPercent } from '#shared/pages/figures.ts'
import { quoteQuery } from '#shared/payments/payment-quote.tsx'
import { deferralQuoteQuery } from '#features/repayment/deferral/deferral-queries.ts'
import { links } from '#features/repayment/links.ts'
import { queryOf, usePaymentDraft } from './payment-draft.ts'
import { openRows, PlanComparison, rateCutRows } from './plan-comparison.tsx'

const { title } = routes.repayment.planChange

/**
 * The plan before and after a change: a rate cut, a deferral, or the early repayment being
 * prepared. Both plans come from the quote that is booked, or from the booked rate cut.
 */
export default function PlanChangeScreen() {
  const { cutNo, days } = linkQuery()
  const loanNo = numberInLink('loanNo')
  const { aim } = usePaymentDraft()
  if (cutNo !== undefined && /^[\w-]{1,128}$/.test(cutNo)) return <RateCut cutNo={cutNo} />
  if (loanNo !== undefined && days !== undefined && /^\d{1,3}$/.test(days)) {
    return <Deferral loanNo={loanNo} days={Number(days)} />
  }
  if (aim !== undefined && aim.kind !== 'due') return <Early aim={aim} />
  return <NoChange />
}

function NoChange() {
  return (
    <Screen title={title} onBack={back}>
      <Empty
        title="没有变化的计划"
        action={
          <ButtonLink href={links.home} kind="quiet" fit>
            返回还款首页
          </ButtonLink>
        }
      >
        试算提前还款或延期后，或借款降息后，可以在这里对比前后的计划
      </Empty>
    </Screen>
  )
}

function Early({ aim }: { aim: RepaymentAim }) {
  const quote = useQuery(quoteQuery(aim))
  return (
    <PlanComparison
      title={title}
      name="还款"
      query={quote}
      planOf={({ before = [], after = [] }) => ({
        before: openRows(before),
        after: openRows(after),
      })}
      pairsOf={({ before = [], after = [], saving }) => [
        { label: '还款前待还', value: `${displayYuan(totalOf(before))} 元` },
        { label: '还款后待还', value: `${displayYuan(totalOf(after))} 元` },
        { label: '少付利息', value: `${displayYuan(saving)} 元` },
      ]}
      footer={
        <Button onPress={async () => go(routes.repayment.cashier, { query: queryOf(aim) })}>
          继续还款
        </Button>
      }
    />
  )
}

function totalOf(instalments: readonly { readonly amount: Money }[]) {
  return sum(instalments.map(({ amount }) => amount))
}

function Deferral({ loanNo, days }: { loanNo: string; days: number }) {
  const quote = useQuery({ ...deferralQuoteQuery({ loanNo, days }), retry: false })
  const query = { loanNo, days: String(days) }
  return (
    <PlanComparison
      title={title}
      name="延期"
      query={quote}
      errorTitle="暂不支持这样延期"
      planOf={({ before, after }) => ({ before: openRows(before), after: openRows(after) })}
      pairsOf={({ n, dueDate, newDueDate, amount, newAmount, cost }) => [
        { label: `第 ${n} 期还款日`, value: `${dueDate} 改为 ${newDueDate}` },
        {
          label: `第 ${n} 期应还`,
          value: `${displayYuan(amount)} 元改为 ${displayYuan(newAmount)} 元`,
        },
        { label: `延期 ${days} 天多付利息`, value: `${displayYuan(cost)} 元` },
      ]}
      footer={
        <Button onPress={async () => go(routes.repayment.deferral, { query, replace: true })}>
          继续申请延期
        </Button>
      }
    />
  )
}

function RateCut({ cutNo }: { cutNo: string }) {
  const detail = useQuery(rateCutQuery(cutNo))
  return (
    <PlanComparison
      title={title}
      name="降息"
      query={detail}
      planOf={rateCutRows}
      pairsOf={({ cut, interestBefore, interestAfter }) => [
        {
          label: '年化利率（单利）',
          value: `由 ${formatPercent(cut.oldRate)} 降至 ${formatPercent(cut.newRate)}`,
        },
        { label: '生效日', value: `${cut.from} 起` },
        { label: '降息前利息合计', value: `${displayYuan(interestBefore)} 元` },
        { label: '降息后利息合计', value: `${displayYuan(interestAfter)} 元` },
        { label: '少付利息', value: `${displayYuan(cut.saved)} 元` },
      ]}
    />
  )
}
