import type { BoundCard } from '@qingzhou/contract/features/cards'
import type { BillInstalment } from '@qingzhou/contract/features/repayment/bills'
import type { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Output } from '@qingzhou/contract/wire/shape'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { addMonths, compactDate } from '@qingzhou/domain/calendar/local-date'
import { ZERO, sum } from '@qingzhou/domain/money/money'
import type { Outcome } from '@qingzhou/domain/refusal'
import { refused } from '@qingzhou/domain/refusal'
import { penaltyOfADay } from '@qingzhou/domain/repayment/bill'
import { checkConsolidation } from '@qingzhou/domain/restructure/consolidation-plan'
import { boundCardOf, readCards } from '#features/cards/index.ts'
import type { LoanRecord } from '@qingzhou/lending/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import { summaryOf, readBillsOn } from './read-bills.ts'
import { loansBeingPaid } from './orders/order-store.ts'
import { openOrder } from './orders/repayment-result.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>

type Overview = Output<(typeof repaymentShapes)['overview']>

const MONTHS_SHOWN = 6

/** The home summary: due, overdue and its daily cost, upcoming. */
export async function overview(services: Deps, customer: CustomerNo): Promise<Overview> {
  const [bills, paying, order] = await services.database.together((db) =>
    Promise.all([readBillsOn(db, customer), loansBeingPaid(db, customer), openOrder(db, customer)]),
  )
  const { today, running, open } = bills
  const late = open.filter(({ daysOverdue }) => daysOverdue > 0)
  const dueNow = open.filter(({ dueDate }) => dueDate <= today)
  const [next] = open.filter(({ dueDate }) => dueDate >= today)
  const thisMonth = compactDate(today).slice(0, 6)
  const lastShown = compactDate(addMonths(today, MONTHS_SHOWN)).slice(0, 6)
  const loans = running.map((record) => summaryOf(record, today))
  return {
    today,
    dueNow: sum(dueNow.map(({ amount }) => amount)),
    overdue: sum(late.map(({ amount }) => amount)),
    daysOverdue: Math.max(0, ...late.map(({ daysOverdue }) => daysOverdue)),
    mayJoin: mayJoinAny(bills, paying),
    penalty: sum(late.map(({ open: parts }) => parts.penalty)),
    penaltyADay: sum(running.map(({ loan }) => penaltyOfADay(loan, today))),
    thisMonth: sum(open.map((one) => (monthOf(one) === thisMonth ? one.amount : ZERO))),
    nextDueDate: next?.dueDate,
    nextPayableFrom: next?.payableFrom,
    nextAmount:
      next && sum(open.filter((one) => one.dueDate === next.dueDate).map(({ amount }) => amount)),
    principalLeft: sum(loans.map(({ principalLeft }) => principalLeft)),
    payoff: sum(loans.map(({ payoff }) => payoff)),
    months: byMonth(open)
      .filter(({ month }) => month < lastShown)
      .map(({ month, amount, overdue }) => ({ month, amount, overdue })),
    loans,
    order,
    refusedCard: await refusedCard(services, customer, dueNow),
  }
}

/** The card that could not be debited for a bill that is still due. */
export async function refusedCard(
  services: Deps,
  customer: CustomerNo,
  dueNow: readonly BillInstalment[],
): Promise<BoundCard | undefined> {
  const [oldest] = dueNow
  if (!oldest) return undefined
  const cards = await readCards(services.database, services, customer)
  const refused = cards.find(
    ({ refusedDebit }) => refusedDebit && refusedDebit.on >= oldest.dueDate,
  )
  return refused && boundCardOf(refused)
}

type OverviewContext = { readonly today: LocalDate; readonly paying: ReadonlySet<string> }

/** Whether a loan can join a consolidation plan now; not while a payment for it is in progress. */
export function mayJoin(
  record: LoanRecord,
  { today, paying }: OverviewContext,
): Outcome<LoanRecord> {
  if (paying.has(record.loanNo)) return refused({ kind: 'payment-running' })
  return checkConsolidation(record, today)
}

/** Whether at least one loan of a customer can join a consolidation plan, so that it is offered. */
export function mayJoinAny(
  { today, running }: { readonly today: LocalDate; readonly running: readonly LoanRecord[] },
  paying: ReadonlySet<string>,
): boolean {
  return running.some((record) => mayJoin(record, { today, paying }).ok)
}

type Month = {
  readonly month: string
  readonly amount: BillInstalment['amount']
  readonly overdue: BillInstalment['amount']
  readonly instalments: BillInstalment[]
}

/** The month as six digits, such as 202611. */
export function monthOf({ dueDate }: Pick<BillInstalment, 'dueDate'>): string {
  return compactDate(dueDate).slice(0, 6)
}

/** The open amounts by month, earliest first. */
export function byMonth(instalments: readonly BillInstalment[]): Month[] {
  const months = new Map<string, BillInstalment[]>()
  for (const instalment of instalments) {
    const month = monthOf(instalment)
    months.set(month, [...(months.get(month) ?? []), instalment])
  }
  return Array.from(months, ([month, members]) => ({
    month,
    amount: sum(members.map(({ amount }) => amount)),
    overdue: sum(members.map(({ amount, daysOverdue }) => (daysOverdue > 0 ? amount : ZERO))),
    instalments: members,
  })).toSorted((left, right) => left.month.localeCompare(right.month))
}
