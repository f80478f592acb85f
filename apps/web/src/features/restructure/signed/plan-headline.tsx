import type { PlanDetail, SignedPlan } from '@qingzhou/contract/features/restructure'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import type { ChipTone } from '@qingzhou/ui/feedback'
import { Chip } from '@qingzhou/ui/feedback'
import { Card, Pairs } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { termText } from '#shared/lending/term-text.ts'
import { formatDay, formatPercent } from '#shared/pages/figures.ts'

export const planKindNames: { readonly [K in SignedPlan['kind']]: string } = {
  personalised: '个性化分期',
  billConversion: '账单分期',
}

const states: { readonly [S in SignedPlan['state']]: readonly [tone: ChipTone, word: string] } = {
  open: ['plain', '履行中'],
  overdue: ['overdue', '已逾期'],
  broken: ['overdue', '已终止'],
  settled: ['fine', '已结清'],
}

/** The state of a signed plan. */
export function PlanChip({ state }: Pick<SignedPlan, 'state'>) {
  const [tone, word] = states[state]
  return <Chip tone={tone}>{word}</Chip>
}

const { defaultAfterUnpaid } = product.personalisedPlan

/** The open amount and the next payment, then the signed terms. */
export function PlanHeadline({ detail }: { detail: PlanDetail }) {
  const { plan, card } = detail
  const isBroken = plan.state === 'broken'
  return (
    <Card
      title={plan.state === 'settled' ? '累计已还' : '待还金额'}
      trailing={<PlanChip state={plan.state} />}
    >
      <Num
        value={yuan(plan.state === 'settled' ? plan.paidTotal : plan.leftTotal)}
        yuan
        size="xl"
        {...(isBroken && { tone: 'overdue' as const })}
      />
      <p className={plan.state === 'overdue' ? 'small is-overdue' : 'small ink-2'}>
        {nextPaymentText(detail)}
      </p>
      <Pairs
        pairs={[
          { label: '签约金额', value: <Num value={yuan(plan.amount)} yuan /> },
          {
            label: '期数',
            value: `已还 ${plan.paidCount} 期，${isBroken ? `原定 ${plan.months} 期` : lengthText(plan)}`,
          },
          { label: '年化利率（单利）', value: formatPercent(plan.annualRate) },
          ...(plan.state === 'settled'
            ? []
            : [{ label: '已还合计', value: <Num value={yuan(plan.paidTotal)} yuan /> }]),
          ...(card ? [{ label: '扣款卡', value: `${card.bankName}（${card.lastFour}）` }] : []),
          { label: '签约日期', value: plan.signedOn },
        ]}
      />
    </Card>
  )
}

function nextPaymentText({ plan, card }: PlanDetail): string {
  const { state, next } = plan
  if (state === 'settled' || !next) return '这份分期已经全部还清'
  if (state === 'broken') return '剩余部分现在应一次还清'
  const amount = `${displayYuan(next.amount)} 元`
  if (state === 'overdue')
    return `第 ${next.n} 期 ${amount}已逾期 ${next.daysOverdue} 天${warningText(plan)}`
  const debited = card ? `，届时从${card.bankName}（${card.lastFour}）自动扣款` : ''
  return `第 ${next.n} 期 ${amount}，${formatDay(next.dueDate)} 到期${debited}`
}

/** Only a consolidation plan ends by default. */
function warningText({ kind }: SignedPlan): string {
  if (kind === 'billConversion') return '，请尽快还款'
  return `。到期未还满 ${defaultAfterUnpaid} 期，分期就会终止，请尽快还款`
}

function lengthText(plan: PlanDetail['plan']): string {
  return plan.monthsAtFirst === undefined ? `共 ${plan.months} 期` : termText(plan)
}
