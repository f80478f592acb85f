import { localDate } from '@qingzhou/domain/calendar/local-date'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { displayYuan } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { isInDefault } from '@qingzhou/domain/restructure/plan-default'
import {
  defaultPlan,
  latePlans,
  lockCustomerBooks,
  lockLoanRow,
  readLoans,
} from '@qingzhou/lending/index'
import { isFaultOfLoan } from '@qingzhou/lending/end-of-day/book-loan'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { loansBeingPaid } from '#features/repayment/index.ts'
import { recomputeLoans } from './checks/recompute-loans.ts'
import { verifyBooksOfDay } from './checks/verify-books.ts'

/** Each plan has its own transaction; a slice is only the number of plans read at once. */
const PLANS_PER_SLICE = 200

export function dayTasks(
  services: Pick<
    Services,
    'database' | 'vault' | 'tasks' | 'now' | 'log' | 'loansRecomputedPerNight' | 'businessDate'
  >,
): TaskHandlers<'break-plans' | 'verify-books' | 'recompute-loans'> {
  return {
    'break-plans': ({ date, afterCustomer = '', afterLoan = '' }) =>
      defaultPlans(services, {
        date: localDate(date),
        after: { customer: afterCustomer, loanNo: afterLoan },
      }),
    'recompute-loans': (payload) => recomputeLoans(services, payload),
    'verify-books': (payload) => verifyBooksOfDay(services, payload),
  }
}

type Plan = { readonly customer: CustomerNo; readonly loanNo: string }

/**
 * Defaults the consolidation plans that qualify on a date, slice by slice, and notifies the
 * borrowers. It is idempotent: interrupted and run again, it defaults each plan once. A plan that
 * fails does not block the others and is retried the next day.
 */
export async function defaultPlans(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'log' | 'businessDate'>,
  {
    date,
    after,
  }: { readonly date: LocalDate; readonly after: { customer: string; loanNo: string } },
): Promise<void> {
  // If the business date has moved on, the run of that date covers all late plans.
  if ((await services.businessDate()) !== date) return
  const { database, tasks } = services
  const plans = await latePlans(database, { date, after, count: PLANS_PER_SLICE })
  for (const plan of plans) {
    try {
      await database.inTransaction((tx) => defaultPlanIfDue(tx, services, { ...plan, date }))
    } catch (error) {
      if (!isFaultOfLoan(error)) throw error
      services.log.error('plan.not-broken', { loanNo: plan.loanNo }, error)
    }
  }
  const last = plans.at(-1)
  if (!last || plans.length < PLANS_PER_SLICE) return
  const payload = { date, afterCustomer: last.customer, afterLoan: last.loanNo }
  await database.inTransaction((tx) => tasks.add(tx, { kind: 'break-plans', payload, key: date }))
}

/**
 * While a payment for it is in progress, a plan does not default: it is checked again the next day.
 */
async function defaultPlanIfDue(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  { customer, loanNo, date }: Plan & { readonly date: LocalDate },
): Promise<void> {
  await lockCustomerBooks(tx, customer)
  await lockLoanRow(tx, { customer, loanNo })
  const record = (await readLoans(tx, customer)).find((one) => one.loanNo === loanNo)
  if (!record || record.defaultedOn !== undefined || !isInDefault(date, record.loan)) return
  if ((await loansBeingPaid(tx, customer)).has(loanNo)) return

  const act = { customer, requestNo: `break-${loanNo}`, actor: 'system' }
  const deps = { database: inside(tx), now: services.now }
  const { brokenOn, due } = await defaultPlan(deps, act, { loanNo })
  const sms = smsOf('plan-defaulted', {
    loan: loanNo.slice(-4),
    unpaid: String(product.personalisedPlan.defaultAfterUnpaid),
    date: brokenOn,
    amount: displayYuan(due),
  })
  await enqueueSms(tx, services, { customer, messageNo: `broken-${loanNo}`, sms })
}
