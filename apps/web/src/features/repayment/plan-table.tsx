import type { BillInstalment, BillParts } from '@qingzhou/contract/bills'
import { displayYuan, sum } from '@qingzhou/domain/money/money'
import { Table } from '@qingzhou/ui/table'

export interface PlanTableProps {
  caption: string
  instalments: readonly BillInstalment[]
  partsOf: (instalment: BillInstalment) => BillParts
}

/** A plan as figures. The date stands under its number, so that all columns fit on a narrow phone. */
export function PlanTable({ caption, instalments, partsOf }: PlanTableProps) {
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
        cells: [<When key="when" instalment={instalment} />, ...figuresOf(partsOf(instalment))],
      }))}
    />
  )
}

function When({ instalment: { n, dueDate } }: { instalment: BillInstalment }) {
  return (
    <span className="stack">
      <span>第 {n} 期</span>
      <span className="caption ink-3">{dueDate}</span>
    </span>
  )
}

function figuresOf(parts: BillParts): string[] {
  return [sum(Object.values(parts)), parts.principal, parts.interest].map(displayYuan)
}
