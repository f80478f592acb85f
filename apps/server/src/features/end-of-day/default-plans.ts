import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { lender } from '@qingzhou/domain/lender'
import { displayYuan } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { isBrokenBy } from '@qingzhou/domain/restructure/broken-plan'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inside } from '#platform/database/inside.ts'
import {
  defaultPlan,
  lockCustomerBooks,
  lockLoanRow,
  latePlans,
  readLoans,
} from '#lending/index.ts'
import { loansBeingPaid } from '#features/repayment/index.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import type { Services } from '#platform/services.ts'
import { isFaultOfLoan } from './loan-fault.ts'

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
