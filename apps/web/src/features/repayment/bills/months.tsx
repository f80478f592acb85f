import { compactDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { Bars } from '@qingzhou/ui/money'
import { Card, List, ListRow } from '@qingzhou/ui/layout'
import { links } from '#features/repayment/links.ts'
import { linkQuery } from '#platform/navigation/navigation.ts'

type MonthSum = { readonly month: string; readonly amount: Money; readonly overdue: Money }

/** A chart of the monthly amounts; overdue parts are marked. */
export function MonthBars({ months, current }: { months: readonly MonthSum[]; current: string }) {
  return (
    <Bars
      more={`共 ${months.length} 个月，左右滑动查看`}
      summary={months
        .map(({ month, amount }) => `${Number(month.slice(4))} 月 ${displayYuan(amount)} 元`)
        .join('，')}
      bars={months.map(({ month, amount, overdue }) => ({
        label: `${Number(month.slice(4))}月`,
        figure: displayYuan(amount),
        parts: [
          { size: Number(overdue), tone: 'overdue' as const },
          {
            size: Number(amount - overdue),
            tone: month === current ? ('strong' as const) : ('soft' as const),
          },
        ].filter(({ size }) => size > 0),
      }))}
      legend={[
        ...(months.some(({ overdue }) => overdue > 0n)
          ? [{ name: '已逾期', tone: 'overdue' as const }]
          : []),
        ...(months.some(({ month, amount, overdue }) => month === current && amount > overdue)
          ? [{ name: '本月', tone: 'strong' as const }]
          : []),
        { name: '未到期', tone: 'soft' as const },
      ]}
    />
  )
}

/** The months with their amounts. */
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
            href={links.month(month)}
          />
        ))}
      </List>
    </Card>
  )
}

/** The month named by the link: six digits. */
export function monthInLink(): string | undefined {
  const { month } = linkQuery()
  return month !== undefined && /^\d{4}(0[1-9]|1[0-2])$/.test(month) ? month : undefined
}

/** Formats 202611 as 2026 年 11 月. */
export function monthInWords(month: string): string {
  return `${month.slice(0, 4)} 年 ${Number(month.slice(4))} 月`
}

/** Returns the month of a day: 202611. */
export function monthOf(day: LocalDate): string {
  return compactDate(day).slice(0, 6)
}
