import type { BillInstalment } from '@qingzhou/contract/bills'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { Tick } from '@qingzhou/ui/tick'
import { dayInWords } from './figures.ts'
import { InstalmentChip } from './state-chip.tsx'
import type { usePicks } from './use-picks.ts'

export interface InstalmentPicksProps {
  title: string
  instalments: readonly BillInstalment[]
  today: LocalDate
  picks: Omit<ReturnType<typeof usePicks>, 'picks'>
}

/** The instalments of one loan that may be paid, each to be picked. */
export function InstalmentPicks({
  title,
  instalments,
  today,
  picks: { isPicked, toggle },
}: InstalmentPicksProps) {
  return (
    <Card title={title}>
      {instalments.map((instalment) => (
        <Tick key={instalment.n} checked={isPicked(instalment)} onChange={() => toggle(instalment)}>
          <InstalmentLine instalment={instalment} today={today} />
        </Tick>
      ))}
    </Card>
  )
}

function InstalmentLine({
  instalment,
  today,
}: Pick<InstalmentPicksProps, 'today'> & {
  instalment: BillInstalment
}) {
  const { n, months, dueDate, payableFrom, amount, state, daysOverdue } = instalment
  return (
    <span className="row row-between grow">
      <span className="stack">
        <span className="row">
          第 {n}/{months} 期 <InstalmentChip state={state} daysOverdue={daysOverdue} />
        </span>
        <span className="caption ink-3 tabular">
          {dueDate} 到期{payableFrom > today && `，${dayInWords(payableFrom)}起可还`}
        </span>
      </span>
      <strong className="tabular">{displayYuan(amount)}</strong>
    </span>
  )
}

/** What is due or late, and the one whose time has begun: later ones are an early repayment. */
export function payableOf(
  instalments: readonly BillInstalment[],
  next: number | undefined,
): readonly BillInstalment[] {
  const late = instalments.filter(({ state }) => state === 'overdue' || state === 'due')
  const last = late.at(-1)?.n ?? (next ?? 0) - 1
  return instalments.filter(({ n }) => n <= last + 1)
}
