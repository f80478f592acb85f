import type { PlanQuote } from '@qingzhou/contract/features/restructure'
import { yuan } from '@qingzhou/domain/money/money'
import { Pairs } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { clearDraft, saveDraft, storedDraft } from '#shared/forms/draft.ts'
import { PlanOutline, WholePlanButton } from '#shared/lending/plan-outline.tsx'
import { formatPercent } from '#shared/pages/figures.ts'

/** The selected loans and number of instalments, not yet sent. */
type PlanChoice = {
  readonly loanNos: readonly string[] | undefined
  readonly months: number | undefined
}

const DRAFT = 'plan'

/** The stored draft is untrusted: only valid values are used. */
export function planChoice(): PlanChoice {
  const { loanNos, months } = storedDraft(DRAFT)
  return {
    loanNos: Array.isArray(loanNos)
      ? loanNos.filter((loanNo) => typeof loanNo === 'string')
      : undefined,
    months: typeof months === 'number' && Number.isInteger(months) ? months : undefined,
  }
}

export function changeChoice(change: Partial<PlanChoice>): void {
  saveDraft(DRAFT, { ...planChoice(), ...change })
}

/** The plan on the server replaces the draft. */
export function clearChoice(): void {
  clearDraft(DRAFT)
}

/** A quote: first and monthly payment, cost and saving. */
export function PlanFigures({ quote }: { quote: PlanQuote }) {
  return (
    <div className="stack stack-3">
      <PlanOutline plan={quote.plan} />
      <Pairs pairs={figuresOf(quote)} />
      <WholePlanButton
        plan={quote.plan}
        note={`试算以今天（${quote.validOn}）为准，当天签约有效；每月同日还款，不收手续费`}
      />
    </div>
  )
}

function figuresOf(quote: PlanQuote) {
  const { plan, totalInterest, totalAmount, annualRate, annualCost, oldRate, saved } = quote
  const [, second] = plan
  return [
    ...(second ? [{ label: '之后每期', value: <Num value={yuan(second.amount)} yuan /> }] : []),
    { label: '总利息', value: <Num value={yuan(totalInterest)} yuan /> },
    { label: '还款合计', value: <Num value={yuan(totalAmount)} yuan /> },
    {
      label: '年化利率（单利）',
      value: `由 ${formatPercent(oldRate)} 降至 ${formatPercent(annualRate)}`,
    },
    { label: '综合年化成本（单利）', value: formatPercent(annualCost) },
    saved > 0n
      ? { label: '比按原计划还少付', value: <Num value={yuan(saved)} yuan tone="incoming" /> }
      : { label: '与按原计划还相比', value: '期限更长，总利息没有减少' },
  ]
}
