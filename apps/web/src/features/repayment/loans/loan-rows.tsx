import type { LoanSummary } from '@qingzhou/contract/features/bills'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Card, List, ListRow } from '@qingzhou/ui/layout'
import { formatDay } from '#shared/pages/figures.ts'
import { LoanChip } from '#shared/lending/state-chip.tsx'
import { links } from '#features/repayment/links.ts'

/** Loans, each with one amount and one state. */
export function LoanRows({ loans, title }: { loans: readonly LoanSummary[]; title?: string }) {
  return (
    <Card flush {...(title !== undefined && { title })}>
      <List label={title ?? '借款'}>
        {loans.map((loan) => (
          <ListRow
            key={loan.loanNo}
            label={
              <span className="row">
                {loan.purposeName}
                <LoanChip loan={loan} />
              </span>
            }
            note={noteOf(loan)}
            value={
              <span className="stack tabular">
                <strong>
                  {displayYuan(loan.state === 'settled' ? loan.amount : loan.principalLeft)}
                </strong>
                <span className="caption ink-3">
                  {loan.state === 'settled' ? '借款金额' : '待还本金'}
                </span>
              </span>
            }
            href={links.loan(loan.loanNo)}
          />
        ))}
      </List>
    </Card>
  )
}

function noteOf({ drawnOn, months, next }: LoanSummary): string {
  const drawn = `${formatDay(drawnOn)}借`
  return next ? `${drawn} · 第 ${next.n}/${months} 期` : `${drawn} · ${months} 期`
}
