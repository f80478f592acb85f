import type { BillInstalment } from '@qingzhou/contract/repayment'
import { displayYuan, sum } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { List, ListRow } from '@qingzhou/ui/list-row'
import { InstalmentChip } from './state-chip.tsx'
import { to } from './to.ts'

export interface InstalmentRowsProps {
  instalments: readonly BillInstalment[]
  title?: string
  /** What a loan is called, where rows of several loans stand together. */
  nameOf?: (loanNo: string) => string
}

/** Instalments, one row each; a row leads to the bill of its loan. */
export function InstalmentRows({ instalments, title, nameOf }: InstalmentRowsProps) {
  return (
    <Card flush {...(title !== undefined && { title })}>
      <List label={title ?? '分期'}>
        {instalments.map((instalment) => (
          <ListRow
            key={`${instalment.loanNo}.${instalment.n}`}
            label={
              <span className="row">
                第 {instalment.n}/{instalment.months} 期
                <InstalmentChip state={instalment.state} daysOverdue={instalment.daysOverdue} />
              </span>
            }
            note={noteOf(instalment, nameOf?.(instalment.loanNo))}
            value={<Amount instalment={instalment} />}
            href={to.iouBill(instalment.loanNo)}
          />
        ))}
      </List>
    </Card>
  )
}

function Amount({ instalment }: { instalment: BillInstalment }) {
  const { penalty } = instalment.open
  return (
    <span className="stack tabular">
      <strong>{displayYuan(amountOf(instalment))}</strong>
      {penalty > 0n && <span className="caption ink-3">含罚息 {displayYuan(penalty)}</span>}
    </span>
  )
}

/** What is left to pay; of a settled one, what was paid. */
function amountOf({ state, amount, paid }: BillInstalment) {
  return state === 'settled' ? sum(Object.values(paid)) : amount
}

function noteOf({ dueDate }: BillInstalment, name: string | undefined): string {
  return name === undefined ? `${dueDate} 到期` : `${name} · ${dueDate} 到期`
}
