import type { PlannedInstalment } from '@qingzhou/contract/loans'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Table } from '@qingzhou/ui/table'

const columns = [
  { label: '期数' },
  { label: '还款日' },
  { label: '应还', align: 'end' as const },
  { label: '本金', align: 'end' as const },
  { label: '利息', align: 'end' as const },
]

/** The whole plan, instalment by instalment; a coupon's column only where one is used. */
export function PlanTable({ plan }: { plan: readonly PlannedInstalment[] }) {
  const hasCoupon = plan.some(({ given }) => given > 0n)
  return (
    <Table
      caption="还款计划"
      columns={hasCoupon ? [...columns, { label: '优惠', align: 'end' as const }] : columns}
      rows={plan.map(({ n, dueDate, amount, principal, interest, given }) => ({
        key: String(n),
        cells: [
          String(n),
          dueDate,
          ...[amount, principal, interest].map(displayYuan),
          ...(hasCoupon ? [given > 0n ? `−${displayYuan(given)}` : displayYuan(given)] : []),
        ],
      }))}
    />
  )
}
