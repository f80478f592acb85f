import { useQuery } from '@tanstack/react-query'
import type { BillInstalment } from '@qingzhou/contract/features/repayment/bills'
import type { RepaymentAim } from '@qingzhou/contract/features/repayment/repayment'
import { displayYuan, ZERO, type Money } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/layout'
import { OptionList } from '@qingzhou/ui/inputs'
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
  if (lastOf(term.data)?.dueDate === lastOf(instalment.data)?.dueDate) return null
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

function Meaning({ keep, quote }: { keep: Keep; quote: RepaymentQuote }) {
  const { before, after } = quote
  const last = lastOf(quote)
  if (!last) return null
  const fewer = openOf(before).length - openOf(after).length
  const next = <>下期还 {displayYuan(nextAmount(after))} 元</>
  return (
    <>
      {keep === 'term' ? (
        <>
          {next}（原 {displayYuan(nextAmount(before))} 元），还清日 {last.dueDate} 不变
        </>
      ) : (
        <>
          {last.dueDate} 还清，少还 {fewer} 期，{next}
        </>
      )}
      <br />
      少付利息 {displayYuan(quote.saving)} 元
    </>
  )
}

function openOf(instalments: readonly BillInstalment[] = []): readonly BillInstalment[] {
  return instalments.filter(({ state }) => state !== 'settled')
}

function lastOf({ after }: RepaymentQuote): BillInstalment | undefined {
  return openOf(after).at(-1)
}

/** The first whole instalment: of the one that runs, the days so far are paid with the early repayment. */
function nextAmount(instalments: readonly BillInstalment[] | undefined): Money {
  const open = openOf(instalments)
  return (open[1] ?? open[0])?.amount ?? ZERO
}
