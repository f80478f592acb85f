import { displayYuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { List, ListRow } from '@qingzhou/ui/list-row'
import { monthInWords } from './in-link.ts'
import type { MonthSum } from './month-bars.tsx'
import { to } from './to.ts'

/** Months, each with what it asks for. */
export function MonthRows({ months }: { months: readonly MonthSum[] }) {
  return (
    <Card flush>
      <List label="每月应还">
        {months.map(({ month, amount, overdue }) => (
          <ListRow
            key={month}
            label={monthInWords(month)}
            {...(overdue > 0n && { note: <span className="is-overdue">有逾期</span> })}
            value={<strong className="tabular">{displayYuan(amount)}</strong>}
            href={to.month(month)}
          />
        ))}
      </List>
    </Card>
  )
}
