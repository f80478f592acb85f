import { useQuery } from '@tanstack/react-query'
import type { PlanOutline } from '@qingzhou/contract/features/repayment/bills'
import type { RepaymentAim } from '@qingzhou/contract/features/repayment/repayment'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/layout'
import { OptionList } from '@qingzhou/ui/inputs'
import { formatDay } from '#shared/pages/figures.ts'
import { quoteQuery, type RepaymentQuote } from '#shared/payments/payment-quote.tsx'

/** What an early repayment in part leaves as it is: the end date, or the size of the instalments. */
export type Keep = 'term' | 'instalment'
const keeps: readonly Keep[] = ['term', 'instalment']

export const keepNames: Readonly<Record<Keep, string>> = {
  term: '减少每期金额',
  instalment: '缩短还款期限',
}

export interface PartPlansProps {
  aim: Extract<RepaymentAim, { kind: 'earlyPart' }>
  value: Keep
  onChange: (keep: Keep) => void
}

/** Two plans for what is left, each with what it means; shown only where they differ. */
export function PartPlans({ aim, value, onChange }: PartPlansProps) {
  const term = useQuery({ ...quoteQuery({ ...aim, keep: 'term' }), retry: false })
  const instalment = useQuery({ ...quoteQuery({ ...aim, keep: 'instalment' }), retry: false })
  if (!term.data || !instalment.data) return null
  if (term.data.outlineAfter?.endsOn === instalment.data.outlineAfter?.endsOn) return null
  const quotes: Readonly<Record<Keep, RepaymentQuote>> = {
    term: term.data,
    instalment: instalment.data,
  }
  return (
    <Card>
      <OptionList
        legend="剩余部分还款方式"
        options={keeps.map((keep) => ({
          value: keep,
          label: keepNames[keep],
          note: <Meaning keep={keep} quote={quotes[keep]} />,
        }))}
        value={value}
        onChange={onChange}
      />
    </Card>
  )
}

/** What a choice means, from the plan that is signed and booked with it. */
function Meaning({ keep, quote }: { keep: Keep; quote: RepaymentQuote }) {
  const { outlineBefore: before, outlineAfter: after } = quote
  if (!before || !after) return null
  return (
    <>
      {keep === 'term'
        ? `${nextText(after)}（原 ${displayYuan(before.next.amount)} 元），还清日 ${after.endsOn} 不变`
        : `${after.endsOn} 还清，少还 ${before.months - after.months} 期，${nextText(after)}`}
      <br />
      少付利息 {displayYuan(quote.saving)} 元
    </>
  )
}

/** The next bill, and the one after it where that has another amount. */
function nextText({ next, amountAfterNext }: PlanOutline): string {
  const text = `下期 ${formatDay(next.dueDate)} 还 ${displayYuan(next.amount)} 元`
  if (amountAfterNext === undefined || amountAfterNext === next.amount) return text
  return `${text}，再下期 ${displayYuan(amountAfterNext)} 元`
}
