import type { repaymentShapes } from '@qingzhou/contract/repayment'
import type { Output } from '@qingzhou/contract/shape'
import { addMonths, compactDate } from '@qingzhou/domain/calendar/local-date'
import { ZERO, sum } from '@qingzhou/domain/money/money'
import { penaltyOfADay } from '@qingzhou/domain/repayment/bill'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Services } from '#platform/services.ts'
import { byMonth, monthOf } from './by-month.ts'
import { summaryOf } from './loan-view.ts'
import { mayJoinAny } from './may-join.ts'
import { findOpenOrder } from './orders/order-store.ts'
import { readBills } from './read-bills.ts'

type Overview = Output<(typeof repaymentShapes)['overview']>

const MONTHS_SHOWN = 6

/** The first glance: what is due, what is late and what that costs, what comes. */
export async function overview(services: Services, customer: CustomerNo): Promise<Overview> {
  const bills = await readBills(services, customer)
  const { today, running, open } = bills
  const late = open.filter(({ daysOverdue }) => daysOverdue > 0)
  const dueNow = open.filter(({ dueDate }) => dueDate <= today)
  const [next] = open.filter(({ dueDate }) => dueDate >= today)
  const thisMonth = compactDate(today).slice(0, 6)
  const lastShown = compactDate(addMonths(today, MONTHS_SHOWN)).slice(0, 6)
  const loans = running.map((kept) => summaryOf(kept, today))
  return {
    today,
    dueNow: sum(dueNow.map(({ amount }) => amount)),
    overdue: sum(late.map(({ amount }) => amount)),
    daysOverdue: Math.max(0, ...late.map(({ daysOverdue }) => daysOverdue)),
    mayJoin: await mayJoinAny(services, customer, bills),
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
    order: await findOpenOrder(services.database, customer),
  }
}
