import { displayYuan } from '@qingzhou/domain/money/money'
import { Card, List, ListRow } from '@qingzhou/ui/layout'
import { LoanChip } from '#shared/lending/state-chip.tsx'
import { drawnText, owedBy, type LoanBill } from './loan-bill.ts'

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
                <strong>{displayYuan(owedBy(bill))}</strong>
                <span className="caption ink-3">今日应还合计</span>
              </span>
            }
          />
        ))}
      </List>
    </Card>
  )
}
