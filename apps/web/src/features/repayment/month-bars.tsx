import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { Bars } from '@qingzhou/ui/bars'

export type MonthSum = { readonly month: string; readonly amount: Money; readonly overdue: Money }

/** What every month asks for; what is late stands out in its own month. */
export function MonthBars({ months, current }: { months: readonly MonthSum[]; current: string }) {
  return (
    <Bars
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
        { name: '以后', tone: 'soft' as const },
      ]}
    />
  )
}
