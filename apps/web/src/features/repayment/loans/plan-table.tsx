import type { ReactNode } from 'react'
import type { BillParts } from '@qingzhou/contract/features/repayment/bills'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, type Money, subtract, sum, ZERO } from '@qingzhou/domain/money/money'
import { Table } from '@qingzhou/ui/layout'

type PlanRow = { readonly n: number; readonly dueDate: LocalDate }

export interface PlanTableProps<Row extends PlanRow> {
  caption: string
  instalments: readonly Row[]
  partsOf: (instalment: Row) => BillParts
  /** The discount of a coupon, which is not part of the amount due. */
  discountOf?: (instalment: Row) => Money
}

/** A plan as table. The date is below the number, so that all columns fit on a narrow phone. */
export function PlanTable<Row extends PlanRow>({
  caption,
  instalments,
  partsOf,
  discountOf = () => ZERO,
}: PlanTableProps<Row>) {
  return (
    <Table
      caption={caption}
      columns={[
        { label: '期数' },
        { label: '应还', align: 'end' },
        { label: '本金', align: 'end' },
        { label: '利息', align: 'end' },
      ]}
      rows={instalments.map((instalment) => ({
        key: String(instalment.n),
        cells: [
          <DateCell key="when" instalment={instalment} />,
          ...figuresOf(partsOf(instalment), discountOf(instalment)),
        ],
      }))}
    />
  )
}

function DateCell({ instalment: { n, dueDate } }: { instalment: PlanRow }) {
  return (
    <span className="stack">
      <span>第 {n} 期</span>
      <span className="caption ink-3">{dueDate}</span>
    </span>
  )
}

function figuresOf(parts: BillParts, discount: Money): ReactNode[] {
  return [
    <Amount key="amount" parts={parts} discount={discount} />,
    displayYuan(parts.principal),
    displayYuan(parts.interest),
  ]
}

/** Amounts without a column are named below the total, so that every row adds up. */
function Amount({ parts, discount }: { parts: BillParts; discount: Money }) {
  const { penalty, fee } = parts
  return (
    <span className="stack tabular">
      <span>{displayYuan(subtract(sum(Object.values(parts)), discount))}</span>
      {discount > 0n && <span className="caption ink-3">已优惠 {displayYuan(discount)}</span>}
      {penalty > 0n && <span className="caption ink-3">含罚息 {displayYuan(penalty)}</span>}
      {fee > 0n && <span className="caption ink-3">含费用 {displayYuan(fee)}</span>}
    </span>
  )
}
