import { isDeepStrictEqual } from 'node:util'
import { positionOf } from '@qingzhou/domain/ledger/position'
import { partNames } from '@qingzhou/domain/loans/loan'
import { yuan } from '@qingzhou/domain/money/money'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { lockCustomerBooks, readActs, readLoans, replayActs } from '@qingzhou/lending/index'
import type { LoanRecord, ReplayedLoan } from '@qingzhou/lending/index'
import { recordDifferences } from '#features/order-watch/index.ts'
import type { Services } from '#services.ts'
import type { TaskPayloads } from '@qingzhou/platform/tasks/task-kinds'
import { isDayUnderWay } from './book-rule-store.ts'
import {
  readBookedParts,
  customersOfNight,
  nightsOfCycle,
  type BookedParts,
} from '@qingzhou/lending/end-of-day/failure-store'

/** A slice takes a second or two, and locks the books of each customer for some milliseconds. */
const CUSTOMERS_PER_SLICE = 50
const BEFORE_RECOMPUTING = ['break-plans']
const LOOK_AGAIN_MINUTES = 5

type Deps = Pick<Services, 'database' | 'tasks' | 'now' | 'log' | 'loansRecomputedPerNight'>

export type LoanDifference = { readonly loanNo: string; readonly details: string }

/**
 * Recomputes loans from the acts in the audit log after the end of a day, and compares principal,
 * interest, penalty, fees and plan with the books. A difference stays an exception until a later
 * run finds the loan equal.
 */
export async function recomputeLoans(
  deps: Deps,
  payload: TaskPayloads['recompute-loans'],
): Promise<void> {
  const { database, tasks, now, log, loansRecomputedPerNight } = deps
  const { date, afterCustomer: after = '' } = payload
  if (loansRecomputedPerNight === 0) return
  if (after === '' && (await isDayUnderWay(database, { date, kinds: BEFORE_RECOMPUTING }))) {
    const runAt = minutesAfter(now(), LOOK_AGAIN_MINUTES)
    return database.inTransaction((tx) =>
      tasks.add(tx, { kind: 'recompute-loans', payload: { date }, key: date, runAt }),
    )
  }
  const nights = payload.nights ?? (await nightsOfCycle(database, loansRecomputedPerNight))
  const night = { date, nights, after, limit: CUSTOMERS_PER_SLICE }
  const customers = await customersOfNight(database, night)
  let loans = 0
  for (const customer of customers) {
    const { checked, differences } = await recomputeCustomer(deps, customer)
    loans += checked
    for (const { loanNo, details } of differences) {
      log.error('books.loan-differs', { date, loanNo, details })
    }
  }
  log.info('books.recomputed', { date, customers: customers.length, loans, nights })
  const last = customers.at(-1)
  if (last === undefined || customers.length < CUSTOMERS_PER_SLICE) return
  const next = { date, nights, afterCustomer: last }
  await database.inTransaction((tx) =>
    tasks.add(tx, { kind: 'recompute-loans', payload: next, key: date }),
  )
}

/** Recomputes the loans of a customer, and records the differences or that there are none. */
export async function recomputeCustomer(
  { database, now }: Pick<Services, 'database' | 'now'>,
  customer: CustomerNo,
): Promise<{ checked: number; differences: LoanDifference[] }> {
  return database.inTransaction(async (tx) => {
    const compared = await compareLoans(tx, customer)
    const { differences } = compared
    await recordDifferences(tx, { customer, differences, now: now() })
    return compared
  })
}

/**
 * Compares a customer's loans with the result of replaying their acts, under the customer's lock.
 */
export async function compareLoans(
  tx: Transaction,
  customer: CustomerNo,
): Promise<{ checked: number; differences: LoanDifference[] }> {
  await lockCustomerBooks(tx, customer)
  const loans = await readLoans(tx, customer)
  const replayed = replayActs(await readActs(tx, customer), loans)
  const booked = await readBookedParts(tx, customer)
  const differences = loans.flatMap((record) => {
    const details = differenceOf(record, replayed.get(record.loanNo), booked.get(record.loanNo))
    return details === undefined ? [] : [{ loanNo: record.loanNo, details }]
  })
  const checked = loans.filter(({ loanNo }) => replayed.get(loanNo)?.kind !== 'older').length
  return { checked, differences }
}

/**
 * The differences in figures; undefined if there are none, or if the loan predates the audit log.
 */
function differenceOf(
  { loan: stored }: LoanRecord,
  replayed: ReplayedLoan | undefined,
  booked: BookedParts | undefined,
): string | undefined {
  if (replayed?.kind === 'older') return undefined
  if (!replayed) return 'no act in the audit log opened it'
  if (replayed.kind === 'failed') return `${replayed.act} cannot be repeated: ${replayed.reason}`
  if (!booked) return 'it has no balance in the ledger'
  const { loan } = replayed
  const { until, parts } = booked
  const position = positionOf(loan, until)
  const wrong = partNames
    .filter((part) => parts[part] !== position[part])
    .map((part) => `${part}: books ${yuan(parts[part])}, recomputed ${yuan(position[part])}`)
  const wrongRows = loan.instalments.filter(
    (row, index) => !isDeepStrictEqual(row, stored.instalments[index]),
  )
  const planned = wrongRows.map(({ n }) => `instalment ${n} differs from the plan recomputed`)
  if (loan.instalments.length !== stored.instalments.length) {
    planned.push(`${stored.instalments.length} instalments, recomputed ${loan.instalments.length}`)
  }
  const all = [...wrong, ...planned.slice(0, 3)]
  return all.length === 0 ? undefined : `on ${until}: ${all.join('; ')}`
}
