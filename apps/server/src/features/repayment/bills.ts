import type { BillInstalment } from '@qingzhou/contract/features/repayment/bills'
import type { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Output } from '@qingzhou/contract/wire/shape'
import { addMonths, compactDate } from '@qingzhou/domain/calendar/local-date'
import { sum } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { createDocumentLink } from '@qingzhou/platform/documents/document-link-store'
import type { Services } from '#services.ts'
import { byMonth, mayJoinAny, monthOf } from './overview.ts'
import {
  instalmentsOf,
  summaryOf,
  totalOf,
  readBills,
  readBillsOn,
  type Bills,
} from './read-bills.ts'
import { loansBeingPaid } from './orders/order-store.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'limiter' | 'now'>

type Answers = { [C in keyof typeof repaymentShapes]: Output<(typeof repaymentShapes)[C]> }

/** Everything still to be paid, by loan and by month. */
export async function allDue(
  services: Pick<Services, 'database'>,
  customer: CustomerNo,
): Promise<Answers['allDue']> {
  const { today, running, open } = await readBills(services, customer)
  return {
    today,
    total: sum(open.map(({ amount }) => amount)),
    loans: running.map((record) => ({
      loan: summaryOf(record, today),
      instalments: open.filter(({ loanNo }) => loanNo === record.loanNo),
    })),
    months: byMonth(open).map(({ month, amount, overdue }) => ({ month, amount, overdue })),
  }
}

/** One month across all loans, including what was paid in it. */
export async function oneMonth(
  services: Deps,
  customer: CustomerNo,
  { month }: { readonly month: string },
): Promise<Answers['month']> {
  const instalments = instalmentsOfMonth(await readBills(services, customer), month)
  return {
    month,
    total: sum(instalments.map(({ due }) => sum(Object.values(due)))),
    open: sum(instalments.map(({ amount }) => amount)),
    instalments,
    statementUrl:
      instalments.length === 0 ? undefined : await statementLink(services, { customer, month }),
  }
}

/**
 * Rate limit: each link allows a PDF to be rendered. Above the limit the month is returned without
 * a link.
 */
async function statementLink(
  services: Deps,
  { customer, month }: { readonly customer: CustomerNo; readonly month: string },
): Promise<string | undefined> {
  const { database, limiter } = services
  const allowance = { key: `statement:customer:${customer}`, limit: 60, windowSeconds: 600 }
  if (!(await limiter.take(allowance)).ok) return undefined
  return createDocumentLink(database, services, { customer, kind: 'statement', reference: month })
}

/** Leaves out reversed loans, which were never due. */
export function instalmentsOfMonth({ today, loans }: Bills, month: string): BillInstalment[] {
  return loans
    .filter(({ reversedOn }) => reversedOn === undefined)
    .flatMap((record) => instalmentsOf(record, today))
    .filter((instalment) => monthOf(instalment) === month)
    .toSorted((left, right) => left.dueDate.localeCompare(right.dueDate))
}

/** The due and overdue instalments; if there are none, the next one. */
export async function currentBill(
  services: Pick<Services, 'database'>,
  customer: CustomerNo,
): Promise<Answers['currentBill']> {
  const [bills, paying] = await services.database.together((db) =>
    Promise.all([readBillsOn(db, customer), loansBeingPaid(db, customer)]),
  )
  const { today, open } = bills
  const due = open.filter(({ dueDate }) => dueDate <= today)
  const [next] = open
  const instalments = due.length > 0 ? due : open.filter(({ dueDate }) => dueDate === next?.dueDate)
  return {
    total: sum(instalments.map(({ amount }) => amount)),
    dueDate: instalments[0]?.dueDate,
    daysOverdue: Math.max(0, ...instalments.map(({ daysOverdue }) => daysOverdue)),
    mayJoin: mayJoinAny(bills, paying),
    parts: totalOf(instalments.map(({ open: parts }) => parts)),
    instalments,
  }
}

/** For the payment app's mini page: the current period, the next one, or all. */
export async function billsByPeriod(
  services: Pick<Services, 'database'>,
  customer: CustomerNo,
  { period }: { readonly period: 'current' | 'next' | 'all' },
): Promise<Answers['billsByPeriod']> {
  const { today, open } = await readBills(services, customer)
  const thisMonth = compactDate(today).slice(0, 6)
  const nextMonth = compactDate(addMonths(today, 1)).slice(0, 6)
  const months = byMonth(open).filter(({ month }) => {
    if (period === 'all') return true
    return period === 'current' ? month <= thisMonth : month === nextMonth
  })
  return { total: sum(months.map(({ amount }) => amount)), months }
}
