import { product } from '@qingzhou/domain/product'
import { Card, List, ListRow } from '@qingzhou/ui/layout'
import { CalendarIcon } from '@qingzhou/ui/graphics'
import { to } from '#features/repayment/links.ts'

const { secondInstalment } = product

/**
 * For those who can't pay it all at once: new instalments for what is late, or for the bill that is due
 * next. What is late and is a plan already gets no other.
 */
export function MoreTime({ isLate, mayJoin }: { isLate: boolean; mayJoin: boolean }) {
  if (isLate && !mayJoin) return null
  return (
    <Card flush>
      <List label="一次还不上">{isLate ? <PersonalisedPlanRow /> : <SecondInstalmentRow />}</List>
    </Card>
  )
}

export function PersonalisedPlanRow() {
  return (
    <ListRow
      glyph={<CalendarIcon size={20} />}
      label="个性化分期"
      note="逾期的借款合并起来，重新分期还"
      href={to.personalisedPlan}
    />
  )
}

export function SecondInstalmentRow() {
  return (
    <ListRow
      glyph={<CalendarIcon size={20} />}
      label="账单分期"
      note={`另计利息，可分 ${secondInstalment.months.join('、')} 期还`}
      href={to.secondInstalment}
    />
  )
}
