import { displayYuan } from '@qingzhou/domain/money/money'
import { lenderKindNames } from '@qingzhou/domain/product'
import { Banner } from '@qingzhou/ui/feedback'
import { Tick } from '@qingzhou/ui/inputs'
import { Card, List, ListRow } from '@qingzhou/ui/layout'
import { LoanChip } from '#shared/lending/state-chip.tsx'
import type { LoanBill } from './loan-bill.ts'
import { areOfSeveralLenders, drawnText, sumOwed } from './loan-bill.ts'

export interface BillTicksProps {
  bills: readonly LoanBill[]
  chosen: readonly string[]
  onChange: (loanNos: readonly string[]) => void
}

/** The loans to consolidate. None is ticked in advance. */
export function BillTicks({ bills, chosen, onChange }: BillTicksProps) {
  function tick(loanNo: string, isTicked: boolean) {
    const others = chosen.filter((other) => other !== loanNo)
    onChange(isTicked ? [...others, loanNo] : others)
  }

  const showsLender = areOfSeveralLenders(bills)
  return (
    <Card title="选择要合并的账单" note="金额为今日应还合计，已到期和未到期的都在内">
      {showsLender && (
        <Banner>您的借款来自不同的贷款人。一次只能合并同一贷款人的账单，其余的请另外申请。</Banner>
      )}
      {bills.map((bill) => (
        <Tick
          key={bill.loan.loanNo}
          checked={chosen.includes(bill.loan.loanNo)}
          onChange={(isTicked) => tick(bill.loan.loanNo, isTicked)}
        >
          <BillLine bill={bill} showsLender={showsLender} />
        </Tick>
      ))}
    </Card>
  )
}

/** The amount is at the end of the second line, where a narrow phone has room. */
function BillLine({ bill, showsLender }: { bill: LoanBill; showsLender: boolean }) {
  const { loan, open, lender } = bill
  return (
    <span className="stack">
      <span className="row">
        {loan.purposeName} <LoanChip loan={loan} />
      </span>
      <span className="row row-baseline tabular">
        <span className="caption ink-3 grow">{drawnText(loan)}</span>
        <strong>{displayYuan(sumOwed(bill))}</strong>
      </span>
      {showsLender && <span className="caption ink-3">贷款人：{lenderKindNames[lender]}</span>}
      {open.penalty > 0n && (
        <span className="caption ink-3 tabular">其中罚息 {displayYuan(open.penalty)}</span>
      )}
    </span>
  )
}

/** Loans with the amount owed today; an ineligible one shows its reason. */
export function BillRows({ title, bills }: { title: string; bills: readonly LoanBill[] }) {
  return (
    <Card flush title={title}>
      <List label={title}>
        {bills.map((bill) => (
          <ListRow
            key={bill.loan.loanNo}
            label={
              <span className="row">
                {bill.loan.purposeName}
                <LoanChip loan={bill.loan} />
              </span>
            }
            note={bill.refusal ?? drawnText(bill.loan)}
            value={
              <span className="stack tabular">
                <strong>{displayYuan(sumOwed(bill))}</strong>
                <span className="caption ink-3">今日应还合计</span>
              </span>
            }
          />
        ))}
      </List>
    </Card>
  )
}
