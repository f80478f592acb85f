import type { BillInstalment } from '@qingzhou/contract/features/repayment/bills'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/layout'
import { OptionList } from '@qingzhou/ui/inputs'
import { formatDay } from '#shared/pages/figures.ts'
import { canBeDeferred, type DeferralOffers } from './deferral-queries.ts'

export interface DeferralLoansProps {
  loans: DeferralOffers['loans']
  value: string | undefined
  onChange: (loanNo: string) => void
}

/** The instalment to defer. An ineligible one shows its reason; a single one is preselected. */
export function DeferralLoans({ loans, value, onChange }: DeferralLoansProps) {
  const [only] = loans.length === 1 ? loans : []
  if (only) {
    return (
      <Card title="延期账单">
        <p>{nameOf(only)}</p>
        {only.instalment && <p className="small ink-2">{dueNote(only.instalment)}</p>}
      </Card>
    )
  }
  return (
    <Card title="选择要延期的账单">
      <OptionList
        legend="选择要延期的账单"
        hideLegend
        options={loans.map((row) => ({
          value: row.loan.loanNo,
          label: nameOf(row),
          note: noteOf(row),
          unavailable: canBeDeferred(row) ? undefined : (row.refusal ?? '没有可延期的天数'),
        }))}
        value={value}
        onChange={onChange}
      />
    </Card>
  )
}

function nameOf({ loan, instalment }: DeferralOffers['loans'][number]): string {
  if (!instalment) return loan.purposeName
  return `${loan.purposeName} · 第 ${instalment.n}/${instalment.months} 期`
}

function noteOf({ loan, instalment }: DeferralOffers['loans'][number]): string {
  const number = numberNote(loan)
  return instalment ? `${dueNote(instalment)}，${number}` : number
}

/** Tells loans of the same purpose and amount apart. */
export function numberNote({ loanNo }: { readonly loanNo: string }): string {
  return `借据尾号 ${loanNo.slice(-4)}`
}

function dueNote({ dueDate, amount }: BillInstalment): string {
  return `${formatDay(dueDate)} 到期，应还 ${displayYuan(amount)} 元`
}
