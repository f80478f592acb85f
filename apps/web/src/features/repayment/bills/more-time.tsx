import { product } from '@qingzhou/domain/product'
import { Card, List, ListRow } from '@qingzhou/ui/layout'
import { CalendarIcon } from '@qingzhou/ui/graphics'
import { links } from '#features/repayment/links.ts'

const { billConversion } = product

/**
 * For customers who cannot pay at once: consolidation of overdue loans, or conversion of the next
 * bill. An overdue plan gets no other plan.
 */
export function MoreTime({ isLate, mayJoin }: { isLate: boolean; mayJoin: boolean }) {
  if (isLate && !mayJoin) return null
  return (
    <Card flush>
      <List label="重新安排还款">{isLate ? <ConsolidationPlanRow /> : <BillConversionRow />}</List>
    </Card>
  )
}

export function ConsolidationPlanRow() {
  return (
    <ListRow
      glyph={<CalendarIcon size={20} />}
      label="个性化分期"
      note="将逾期借款合并，重新分期"
      href={links.personalisedPlan}
    />
  )
}

export function BillConversionRow() {
  return (
    <ListRow
      glyph={<CalendarIcon size={20} />}
      label="账单分期"
      note={`另计利息，可分 ${billConversion.months.join('、')} 期还`}
      href={links.billConversion}
    />
  )
}
