import type { BillInstalment } from '@qingzhou/contract/features/repayment/bills'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan } from '@qingzhou/domain/money/money'
import { ButtonLink, Tick } from '@qingzhou/ui/inputs'
import { Card } from '@qingzhou/ui/layout'
import { Empty } from '@qingzhou/ui/feedback'
import { SettledDrawing } from '@qingzhou/ui/graphics'
import { InstalmentChip } from '#shared/lending/state-chip.tsx'
import { formatDay } from '#shared/pages/figures.ts'
import { Phrases } from '#shared/pages/phrases.tsx'
import { useEntryState } from '#shared/forms/entry-state.ts'

interface InstalmentPicksProps {
  title: string
  instalments: readonly BillInstalment[]
  today: LocalDate
  picks: Omit<ReturnType<typeof usePicks>, 'picks'>
}

/** The payable instalments of one loan, selectable. */
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
          {dueDate} 到期{payableFrom > today && `，${formatDay(payableFrom)}起可还`}
        </span>
      </span>
      <strong className="tabular">{displayYuan(amount)}</strong>
    </span>
  )
}

/** Due, overdue and current instalments; later ones are an early repayment. */
export function payableOf(
  instalments: readonly BillInstalment[],
  next: number | undefined,
): readonly BillInstalment[] {
  const late = instalments.filter(({ state }) => state === 'overdue' || state === 'due')
  const last = late.at(-1)?.n ?? (next ?? 0) - 1
  return instalments.filter(({ n }) => n <= last + 1)
}

export type InstalmentPick = { readonly loanNo: string; readonly n: number }

/**
 * The selected instalments. The oldest of a loan come first: selecting one selects all before it,
 * deselecting one deselects all after it.
 */
export function usePicks(payable: readonly BillInstalment[]) {
  const [chosen, setChosen] = useEntryState<Readonly<Record<string, number>> | undefined>(
    'picks',
    undefined,
  )
  const through = chosen ?? dueOf(payable)

  const isPicked = ({ loanNo, n }: InstalmentPick) => n <= (through[loanNo] ?? 0)
  const picks: InstalmentPick[] = payable.filter(isPicked).map(({ loanNo, n }) => ({ loanNo, n }))

  function toggle({ loanNo, n }: InstalmentPick) {
    const last = isPicked({ loanNo, n }) ? n - 1 : n
    setChosen({ ...through, [loanNo]: last })
  }

  return { picks, isPicked, toggle }
}

/** Due and overdue instalments are preselected; if there are none, the next ones. */
function dueOf(payable: readonly BillInstalment[]): Readonly<Record<string, number>> {
  const due = payable.filter(({ state }) => state === 'overdue' || state === 'due')
  const [next] = payable
  const chosen = due.length > 0 ? due : payable.filter(({ dueDate }) => dueDate === next?.dueDate)
  const through: Record<string, number> = {}
  for (const { loanNo, n } of chosen) through[loanNo] = Math.max(n, through[loanNo] ?? 0)
  return through
}

/** A bill that is not open yet cannot be paid, but its loan can be repaid early. */
export function NothingToPay({ next, payEarly }: { next: BillInstalment; payEarly: string }) {
  return (
    <Empty
      title="现在没有待还的账单"
      drawing={<SettledDrawing />}
      action={
        <ButtonLink kind="quiet" fit href={payEarly}>
          提前还款
        </ButtonLink>
      }
    >
      <Phrases of={whenInWords(next)} />
    </Empty>
  )
}

function whenInWords({ amount, dueDate, payableFrom }: BillInstalment): string {
  const due = `${formatDay(dueDate)}到期`
  return `下一期 ${displayYuan(amount)} 元，${due}，${formatDay(payableFrom)}起可还`
}
