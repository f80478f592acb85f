import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { runEndOfDay } from '@qingzhou/lending/end-of-day/end-of-day'
import {
  formatViolation,
  verifyBooks,
} from '@qingzhou/server/features/end-of-day/checks/verify-books.ts'
import { readBills } from '@qingzhou/server/features/repayment/index.ts'
import { openLimit, receivePayment, type Act } from '@qingzhou/lending/index'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { permitAnyDate, setBusinessDate } from '@qingzhou/lending/ledger/testing/business-date'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { messageOf } from '@qingzhou/platform/log'
import { Refused } from '@qingzhou/platform/refused'
import { changeShard, nodesTouched, readShard } from './shard-store.ts'

const firstDay = localDate('2026-11-15')
/** The first instalments are due, and none is late. */
const dueDay = localDate('2026-12-15')

export type Borrower = { readonly customer: CustomerNo; readonly loanNo: string }

export const services = (database: PoolDatabase) => ({
  database,
  now: () => new Date(),
  serviceFees: [],
})

export function connectTo(url: string, max: number): PoolDatabase {
  return createDatabase(url, { max, role: 'qingzhou_app', onIdleError: () => {} })
}

async function withDatabase<Result>(
  url: string,
  max: number,
  work: (database: PoolDatabase) => Promise<Result>,
): Promise<Result> {
  const database = connectTo(url, max)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

export function actOf(customer: CustomerNo): Act {
  return { customer, requestNo: randomUUID(), actor: 'customer' }
}

export const request = {
  amount: fen(500_00n),
  months: 12,
  method: 'equal-instalments',
  purpose: 'daily',
} as const

export function paymentFor(loanNo: string) {
  return { loanNo, amount: fen(10n), cardId: 'card' }
}

/** Opens limits and books a loan for each customer. */
export async function openBorrowers(url: string, count: number): Promise<Borrower[]> {
  return withDatabase(url, 4, async (database) => {
    const deps = services(database)
    await setBusinessDate(database, firstDay)
    await permitAnyDate(database)
    const borrowers: Borrower[] = []
    for (let one = 1; one <= count; one += 1) {
      const customer = customerNo(`borrower-${one}`)
      const limit = { amount: fen(50_000_00n), grade: 'C', lender: 'consumer-finance' } as const
      await openLimit(deps, actOf(customer), limit)
      const { loanNo } = await drawLoan(deps, actOf(customer), request)
      borrowers.push({ customer, loanNo })
    }
    await setBusinessDate(database, dueDay)
    return borrowers
  })
}

const TRIES_MAX = 60
const TRY_AGAIN_MS = 250

/** Asks again with the same number, as a phone does. Returns how often it asked. */
export async function untilDone(act: () => Promise<unknown>): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      await act()
      return tries
    } catch (error) {
      if (error instanceof Refused || tries === TRIES_MAX) throw error
      await sleep(TRY_AGAIN_MS)
    }
  }
}

/** Draws and repays on several connections. Returns how many acts were booked. */
export async function drawAndRepay(
  url: string,
  borrowers: readonly Borrower[],
  rounds: number,
): Promise<number> {
  return withDatabase(url, 4, async (database) => {
    const deps = services(database)
    const acts = Array.from({ length: rounds }, () => borrowers).flat()
    await Promise.all(
      acts.map(async ({ customer, loanNo }) => {
        const [one, other] = [actOf(customer), actOf(customer)]
        await untilDone(() => drawLoan(deps, one, request))
        await untilDone(() => receivePayment(deps, other, paymentFor(loanNo)))
      }),
    )
    return 2 * acts.length
  })
}

/** Books two days. Returns how many loans the last of them had. */
export async function runTwoDays(url: string): Promise<number> {
  const { failures, loans } = await runEndOfDay(
    { connect: () => connectTo(url, 2), now: () => new Date(), lanes: 2, debits: 'ignore' },
    addDays(dueDay, 2),
  )
  if (failures > 0) throw new Error(`${failures} loans failed`)
  return loans
}

/** Throws if a rule of the books is broken. */
export async function checkBooks(url: string): Promise<void> {
  const broken = await withDatabase(url, 2, (database) => verifyBooks(database))
  if (broken.length > 0) throw new Error(broken.slice(0, 5).map(formatViolation).join('; '))
}

/** How many nodes each use case of one customer reaches. */
export async function countNodes(
  [url = '', ...workers]: readonly string[],
  { customer, loanNo }: Borrower,
): Promise<Readonly<Record<string, number>>> {
  return withDatabase(url, 1, async (database) => {
    const deps = services(database)
    return {
      draw: await nodesTouched(workers, () => drawLoan(deps, actOf(customer), request)),
      repayment: await nodesTouched(workers, () =>
        receivePayment(deps, actOf(customer), paymentFor(loanNo)),
      ),
      bills: await nodesTouched(workers, () => readBills(deps, customer)),
    }
  })
}

/** What a shard has to refuse, even from a login that owns it. */
const FORBIDDEN: readonly (readonly [table: string, sql: string, refusal: RegExp])[] = [
  ['ledger_postings', 'UPDATE SHARD SET principal_fen = 0', /append-only/],
  ['ledger_postings', 'DELETE FROM SHARD', /append-only/],
  ['ledger_accruals', 'DELETE FROM SHARD', /append-only/],
  ['audit_log', `UPDATE SHARD SET actor = 'other'`, /append-only/],
  ['limits', 'UPDATE SHARD SET used_fen = granted_fen + 1', /limits_never_over/],
  ['loans', 'UPDATE SHARD SET amount_fen = 0', /loans_sound/],
  ['loan_balances', 'UPDATE SHARD SET principal_fen = -1', /not_negative/],
  ['payments', 'INSERT INTO SHARD SELECT * FROM SHARD LIMIT 1', /duplicate key/],
  [
    'ledger_postings',
    `INSERT INTO SHARD (customer_no, loan_no, entry_no, transaction_no, event, business_date, against,
        fee_fen, penalty_fen, interest_fen, principal_fen, refunds_payable_fen, bank_fen)
     OVERRIDING SYSTEM VALUE
     SELECT customer_no, loan_no, 900000, 'forged', event, business_date, 'conversion', 0, 0, 0,
            principal_fen, 0, 0 FROM SHARD WHERE principal_fen > 0 LIMIT 1`,
    /leaves one loan and arrives at another/,
  ],
]

/** Tries to break the books on the shards of a customer. Throws if one statement is accepted. */
export async function tryShards(url: string, { customer }: Borrower): Promise<number> {
  for (const [table, sql, refusal] of FORBIDDEN) {
    const shard = await readShard(url, table, customer)
    const failure = await changeShard(shard, sql).then(() => 'it was accepted', messageOf)
    if (!refusal.test(failure)) throw new Error(`${table}: ${sql}: ${failure}`)
  }
  return FORBIDDEN.length
}

/** Whether a customer can pay now. */
export async function canPay(url: string, { customer, loanNo }: Borrower): Promise<boolean> {
  return withDatabase(url, 1, (database) =>
    receivePayment(services(database), actOf(customer), paymentFor(loanNo)).then(
      () => true,
      () => false,
    ),
  )
}
