import { displayYuan } from '@qingzhou/domain/money/money'
import { Chip } from '@qingzhou/ui/chip'
import { Tick } from '@qingzhou/ui/tick'
import type { SettledLoan } from './queries.ts'

export interface SettledLoanTickProps {
  settled: SettledLoan
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

/** A settled loan to be chosen: what it was, and whether there is a proof of it already. */
export function SettledLoanTick({ settled, isChosen, onChoose }: SettledLoanTickProps) {
  const { loan, settledOn, certificateNo } = settled
  return (
    <li>
      <Tick checked={isChosen} onChange={onChoose}>
        <span className="stack stack-1">
          <span className="row row-between">
            <span className="row strong">
              {loan.purposeName}
              {certificateNo !== undefined && <Chip>已开具</Chip>}
            </span>
            <strong className="tabular">{displayYuan(loan.amount)}</strong>
          </span>
          <span className="caption ink-3 tabular">
            {loan.drawnOn} 借款 · {settledOn} 结清
          </span>
          <span className="caption ink-3 tabular">借据 {loan.loanNo}</span>
        </span>
      </Tick>
    </li>
  )
}
