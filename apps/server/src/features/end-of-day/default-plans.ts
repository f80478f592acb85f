import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { accrualEntries } from '@qingzhou/domain/ledger/entries'
import { lender } from '@qingzhou/domain/lender'
import { displayYuan } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { isBrokenBy } from '@qingzhou/domain/restructure/broken-plan'
import { loansBeingPaid } from '#features/repayment/index.ts'
import {
  defaultPlan,
  latePlans,
  lockCustomerBooks,
  lockLoanRow,
  readLoans,
} from '#lending/index.ts'
import { post } from '#lending/ledger/index.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import { DatabaseAway } from '#platform/database/database-away.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inside } from '#platform/database/inside.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import type { Services } from '#platform/services.ts'
import { transactionNoOf } from './accrual-store.ts'
import type { LoanName } from './failure-store.ts'
import { saveFailure } from './failure-store.ts'

/** Each plan is a transaction of its own, so a slice is only what is looked up at once. */
const PLANS_PER_SLICE = 200

type Plan = { readonly customer: CustomerNo; readonly loanNo: string }

/**
 * Breaks the personalised plans that were not kept until a day, slice by slice, and tells their
 * borrowers. Killed anywhere and run again, it breaks each of them once. One that cannot be broken
 * holds no other up, and is tried again the next day.
 */
export async function defaultPlans(
  services: Services,
  {
    date,
    after,
  }: { readonly date: LocalDate; readonly after: { customer: string; loanNo: string } },
): Promise<void> {
  // Books that have moved on have a run of their own, which comes by whatever is late by then.
  if ((await services.businessDate()) !== date) return
  const { database, tasks } = services
  const plans = await latePlans(database, { date, after, count: PLANS_PER_SLICE })
  for (const plan of plans) {
    try {
      await database.inTransaction((tx) => breakIfDue(tx, services, { ...plan, date }))
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

/** With money on its way for it, nobody knows yet whether a plan is kept: it is looked at again tomorrow. */
async function breakIfDue(
  tx: Transaction,
  services: Services,
  { customer, loanNo, date }: Plan & { readonly date: LocalDate },
): Promise<void> {
  await lockCustomerBooks(tx, customer)
  await lockLoanRow(tx, { customer, loanNo })
  const kept = (await readLoans(tx, customer)).find((one) => one.loanNo === loanNo)
  if (!kept || kept.brokenOn !== undefined || !isBrokenBy(date, kept.loan)) return
  if ((await loansBeingPaid(tx, customer)).has(loanNo)) return

  const act = { customer, requestNo: `break-${loanNo}`, actor: 'system' }
  const deps = { database: inside(tx), now: services.now }
  const { brokenOn, due } = await defaultPlan(deps, act, { loanNo })
  const { brokenAfterUnpaid } = product.personalisedPlan
  const text =
    `您的个性化分期（借据尾号 ${loanNo.slice(-4)}）已有 ${brokenAfterUnpaid} 期逾期未还，按协议已终止，` +
    `剩余款项于 ${brokenOn} 全部到期，当日应还 ${displayYuan(due)} 元。请尽快在“还款”中还清；` +
    `如有困难，请致电 ${lender.servicePhone} 与我们商量。`
  await enqueueSms(tx, services, {
    customer,
    kind: 'plan-broken',
    messageNo: `broken-${loanNo}`,
    text,
  })
}

/**
 * Brings one loan up to a day by the domain's own rule; its row is locked already. A loan that
 * cannot be is listed and blocks no other.
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
  const kept = (await readLoans(tx, customer)).find((one) => one.loanNo === loanNo)
  if (!kept) throw new Error('the loan is gone')
  const entries = accrualEntries(kept.loan, { from: kept.bookedUntil, to: day })
  await post(tx, {
    customer,
    transactionNo: transactionNoOf(day),
    businessDate: day,
    postings: [{ loanNo, event: 'accrual', entries }],
  })
  return entries.length
}

/**
 * Whether an error is about the loan itself: data that a rule or a constraint refuses. A database
 * that is away, full, or waiting in a circle is nobody's loan, and the slice is tried again.
 */
export function isFaultOfLoan(error: unknown): boolean {
  if (error instanceof DatabaseAway) return false
  const code = sqlStateOf(error)
  return code === undefined ? error instanceof Error : /^(22|23|P0)/.test(code)
}

/** Two who wait for each other: PostgreSQL ends one of them, who only has to try again. */
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
