import { useState } from 'react'
import type { PlannedInstalment } from '@qingzhou/contract/features/loans'
import { displayYuan, sum, yuan, type Money } from '@qingzhou/domain/money/money'
import { Bars, Num } from '@qingzhou/ui/money'
import { Button } from '@qingzhou/ui/inputs'
import { Sheet } from '@qingzhou/ui/overlays'
import { Table } from '@qingzhou/ui/layout'
import { formatDay } from '#shared/pages/figures.ts'
import './plan-outline.css'

type Plan = readonly PlannedInstalment[]

/** The summary of a plan: first instalment, term and chart. */
export function PlanOutline({ plan }: { plan: Plan }) {
  const [first] = plan
  const last = plan.at(-1)
  if (!first || !last) return null
  return (
    <div className="row row-between row-top">
      <div className="stack stack-1">
        <p className="small ink-2">首期应还 · {formatDay(first.dueDate)}</p>
        <Num value={yuan(first.amount)} yuan size="lg" />
        <p className="caption ink-3 tabular">
          共 {plan.length} 期，末期 {last.dueDate}
        </p>
        {discountText(plan) !== undefined && <p className="caption ink-2">{discountText(plan)}</p>}
      </div>
      <div className="plan-outline-plot">
        <PlanPlot plan={plan} />
      </div>
    </div>
  )
}

/** Why the instalments differ although the method makes them equal: what a coupon takes off them. */
export function discountText(plan: Plan): string | undefined {
  const discounted = plan.filter(({ given }) => given > 0n)
  const last = discounted.at(-1)
  if (!last) return undefined
  const total = displayYuan(sum(discounted.map(({ given }) => given)))
  const next = plan.find(({ n }) => n > last.n)
  if (!next) return `优惠券按每期利息减免，共减 ${total} 元；前期利息多、减得多，所以首期较少`
  const which = last.n === 1 ? '首期' : `前 ${last.n} 期`
  return `${which}已用优惠券减 ${total} 元，第 ${next.n} 期应还 ${displayYuan(next.amount)} 元`
}

/** The service fee of a quote, as a line of figures; none if the product charges none. */
export function feesLine({ totalFees }: { readonly totalFees: Money }) {
  return totalFees > 0n ? [{ label: '服务费', value: <Num value={yuan(totalFees)} yuan /> }] : []
}

/** Opens the full plan. */
export function WholePlanButton({ plan, note }: { plan: Plan; note: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" opensDialog onPress={() => setOpen(true)}>
        查看还款计划
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="还款计划">
        <PlanTable plan={plan} />
        <p className="caption ink-3">{note}</p>
      </Sheet>
    </>
  )
}

/** A bar chart of principal and interest by instalment. */
function PlanPlot({ plan }: { plan: readonly PlannedInstalment[] }) {
  return (
    <Bars
      summary={`共 ${plan.length} 期，每期的本金和利息`}
      bars={plan.map(({ principal, interest }) => ({
        parts: [
          { size: Number(principal), tone: 'strong' as const },
          { size: Number(interest), tone: 'soft' as const },
        ],
      }))}
      legend={[
        { name: '本金', tone: 'strong' },
        { name: '利息', tone: 'soft' },
      ]}
    />
  )
}

const columns = [
  { label: '期数' },
  { label: '应还', align: 'end' as const },
  { label: '本金', align: 'end' as const },
  { label: '利息', align: 'end' as const },
]

/** The full plan. The date is below the number, so that all columns fit on a narrow phone. */
export function PlanTable({ plan }: { plan: readonly PlannedInstalment[] }) {
  return (
    <Table
      caption="还款计划"
      columns={columns}
      rows={plan.map(({ n, dueDate, amount, principal, interest, fee, given: discount }) => ({
        key: String(n),
        cells: [
          <span key="when" className="stack">
            <span>第 {n} 期</span>
            <span className="caption ink-3">{dueDate}</span>
          </span>,
          <Amount key="amount" amount={amount} fee={fee} discount={discount} />,
          ...[principal, interest].map(displayYuan),
        ],
      }))}
    />
  )
}

/** What has no column is named below the total, so that every row adds up. */
function Amount({
  amount,
  fee,
  discount,
}: Pick<PlannedInstalment, 'amount' | 'fee'> & { discount: Money }) {
  if (fee === 0n && discount === 0n) return displayYuan(amount)
  return (
    <span className="stack tabular">
      <span>{displayYuan(amount)}</span>
      {discount > 0n && <span className="caption ink-3">已优惠 {displayYuan(discount)}</span>}
      {fee > 0n && <span className="caption ink-3">含服务费 {displayYuan(fee)}</span>}
    </span>
  )
}
