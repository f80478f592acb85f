import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { accrualEntries } from '@qingzhou/domain/ledger/entries'
import { displayYuan } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { isInDefault } from '@qingzhou/domain/restructure/plan-default'
import { loansBeingPaid } from '#features/repayment/index.ts'
import {
  defaultPlan,
  latePlans,
  lockCustomerBooks,
  lockLoanRow,
  readLoans,
} from '@qingzhou/lending/index'
import { post } from '@qingzhou/lending/ledger/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { DatabaseUnavailable } from '@qingzhou/platform/database/database-unavailable'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import type { Services } from '#services.ts'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { transactionNoOf } from './accrual-store.ts'
import type { LoanName } from './failure-store.ts'
import { saveFailure } from './failure-store.ts'

/** Each plan has its own transaction; a slice is only the number of plans read at once. */
const PLANS_PER_SLICE = 200

type Plan = { readonly customer: CustomerNo; readonly loanNo: string }

/**
 * Defaults the consolidation plans that qualify on a date, slice by slice, and notifies the
 * borrowers. It is idempotent: interrupted and run again, it defaults each plan once. A plan that
 * fails does not block the others and is retried the next day.
 */
export async function defaultPlans(
  services: Services,
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
  services: Services,
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
  const sms = smsOf('plan-broken', {
    loan: loanNo.slice(-4),
    unpaid: String(product.personalisedPlan.defaultAfterUnpaid),
    date: brokenOn,
    amount: displayYuan(due),
  })
  await enqueueSms(tx, services, { customer, messageNo: `broken-${loanNo}`, sms })
}

/**
 * Accrues one loan up to a day with the domain's function; its row must be locked. A loan that
 * fails is recorded as a failure and does not block the others.
 */
export async function bookLoan(
  tx: Transaction,
  { day, now, ...name }: LoanName & { readonly day: LocalDate; readonly now: Date },
): Promise<{ loans: number; entries: number }> {
  await tx.query('SAVEPOINT loan')
  try {
    const entries = await bookDays(tx, { ...name, day })
    await tx.query('RELEASE SAVEPOINT loan')
    return { loans: 1, entries }
  } catch (error) {
    if (!isFaultOfLoan(error)) throw error
    await tx.query('ROLLBACK TO SAVEPOINT loan')
    await saveFailure(tx, { ...name, day, reason: reasonOf(error) }, now)
    return { loans: 0, entries: 0 }
  }
}

async function bookDays(
  tx: Transaction,
  { customer, loanNo, day }: LoanName & { readonly day: LocalDate },
): Promise<number> {
  const record = (await readLoans(tx, customer)).find((one) => one.loanNo === loanNo)
  if (!record) throw new Error(`customer ${customer}: loan ${loanNo} not found`)
  const entries = accrualEntries(record.loan, { from: record.bookedUntil, to: day })
  await post(tx, {
    customer,
    transactionNo: transactionNoOf(day),
    businessDate: day,
    postings: [{ loanNo, event: 'accrual', entries }],
  })
  return entries.length
}

/**
 * Whether an error concerns the loan itself: data that a rule or a constraint rejects. An
 * unavailable or full database or a deadlock does not, and the slice is retried.
 */
export function isFaultOfLoan(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return false
  const code = sqlStateOf(error)
  return code === undefined ? error instanceof Error : /^(22|23|P0)/.test(code)
}

/** Serialization failure or deadlock: PostgreSQL aborts one transaction, which can be retried. */
export function isWorthRetrying(error: unknown): boolean {
  return sqlStateOf(error)?.startsWith('40') ?? false
}

function reasonOf(error: unknown): string {
  const code = sqlStateOf(error)
  const words = error instanceof Error ? error.message : String(error)
  return code === undefined ? words : `${code}: ${words}`
}

function sqlStateOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}
