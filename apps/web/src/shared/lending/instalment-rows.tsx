import type { BillInstalment } from '@qingzhou/contract/features/repayment/bills'
import { displayYuan, sum } from '@qingzhou/domain/money/money'
import { Card, List, ListRow } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { addressWithQuery } from '#platform/navigation/navigation.ts'
import { InstalmentChip } from './state-chip.tsx'

export interface InstalmentRowsProps {
  instalments: readonly BillInstalment[]
  title?: string
  /** The name of the loan in lists with several loans. */
  nameOf?: (loanNo: string) => string
}

/** Instalments, one row each, linked to the bill of the loan. */
export function InstalmentRows({ instalments, title, nameOf }: InstalmentRowsProps) {
  return (
    <Card flush {...(title !== undefined && { title })}>
      <List label={title ?? '分期'}>
        {instalments.map((instalment) => (
          <InstalmentRow
            key={`${instalment.loanNo}.${instalment.n}`}
            instalment={instalment}
            name={nameOf?.(instalment.loanNo)}
          />
        ))}
      </List>
    </Card>
  )
}

/** One instalment, linked to the bill of its loan. */
export function InstalmentRow({
  instalment,
  name,
}: {
  instalment: BillInstalment
  name?: string | undefined
}) {
  return (
    <ListRow
      label={
        <span className="row">
          第 {instalment.n}/{instalment.months} 期
          <InstalmentChip state={instalment.state} daysOverdue={instalment.daysOverdue} />
        </span>
      }
      note={noteOf(instalment, name)}
      value={<Amount instalment={instalment} />}
      href={billOf(instalment)}
    />
  )
}

function Amount({ instalment }: { instalment: BillInstalment }) {
  const { penalty } = instalment.open
  const waived = sum(Object.values(instalment.waived))
  return (
    <span className="stack tabular">
      <strong>{displayYuan(amountOf(instalment))}</strong>
      {waived > 0n && <span className="caption ink-3">已减免 {displayYuan(waived)}</span>}
      {penalty > 0n && <span className="caption ink-3">含罚息 {displayYuan(penalty)}</span>}
    </span>
  )
}

/** The amount left to pay; of a settled instalment, the amount paid. */
function amountOf({ state, amount, paid }: BillInstalment) {
  return state === 'settled' ? sum(Object.values(paid)) : amount
}

function noteOf({ dueDate }: BillInstalment, name: string | undefined): string {
  return name === undefined ? `${dueDate} 到期` : `${name} · ${dueDate} 到期`
}

function billOf({ loanNo }: BillInstalment): string {
  return `#${addressWithQuery(routes.repayment.iouBill.path, { loanNo })}`
}
