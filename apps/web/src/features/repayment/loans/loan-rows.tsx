import type { LoanSummary } from '@qingzhou/contract/features/repayment/bills'
import { displayYuan } from '@qingzhou/domain/money/money'
import { ButtonLink, ButtonPair } from '@qingzhou/ui/inputs'
import { Card, List, ListRow } from '@qingzhou/ui/layout'
import { links } from '#features/repayment/links.ts'
import { termText } from '#shared/lending/term-text.ts'
import { LoanChip } from '#shared/lending/state-chip.tsx'
import { formatDay } from '#shared/pages/figures.ts'

interface LoanRowsProps {
  loans: readonly LoanSummary[]
  title?: string
  /** Where a row leads; to the loan, if not given. */
  to?: (loanNo: string) => string
}

/** Loans, each with one amount and one state. */
export function LoanRows({ loans, title, to = links.loan }: LoanRowsProps) {
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
            href={to(loan.loanNo)}
          />
        ))}
      </List>
    </Card>
  )
}

function noteOf(loan: LoanSummary): string {
  const { drawnOn, months, monthsAtFirst, next } = loan
  const drawn = `${formatDay(drawnOn)}借`
  if (!next) return `${drawn} · ${termText(loan)}`
  const shortened = monthsAtFirst === undefined ? '' : `（原 ${monthsAtFirst} 期）`
  return `${drawn} · 第 ${next.n}/${months} 期${shortened}`
}

/** The actions of an open loan; undefined while loading or when settled. */
export function loanActions(loan: LoanSummary | undefined) {
  if (!loan || loan.state === 'settled') return undefined
  return (
    <ButtonPair>
      <ButtonLink kind="quiet" href={links.payEarly(loan.loanNo)}>
        提前还款
      </ButtonLink>
      <ButtonLink href={links.payInstalments(loan.loanNo)}>还款</ButtonLink>
    </ButtonPair>
  )
}
