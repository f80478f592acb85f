import { createHash } from 'node:crypto'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Entry } from '@qingzhou/domain/ledger/entries'
import { positionOf } from '@qingzhou/domain/ledger/position'
import { partNames } from '@qingzhou/domain/loans/loan'
import { fen, ZERO, subtract } from '@qingzhou/domain/money/money'
import { customerNo } from '@qingzhou/platform/ids'
import type { Database } from '@qingzhou/platform/database/database'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { post } from '#ledger/index.ts'
import { permitAnyDate, setBusinessDate } from '#ledger/testing/business-date.ts'
import { NEW_LOAN_STATE } from '#change.ts'
import { insertLoan } from '#loans/loan-store.ts'
import { runEndOfDay } from '#end-of-day/end-of-day.ts'
import type { Progress } from '#end-of-day/progress-store.ts'
import type { PastLoan } from './random-loans.ts'

export function connectTo(url: string, max = 4): Database {
  return createDatabase(url, { max, role: 'qingzhou_app', onIdleError: () => {} })
}

/** Connects as the schema owner, who has permissions that the server lacks. */
export function connectAsOwner(url: string): Database {
  return createDatabase(url, { max: 1, onIdleError: () => {} })
}

/** Sets the business date; the end of day may then move it to any later date. */
export async function openBooksOn(database: Database, day: LocalDate): Promise<void> {
  await permitAnyDate(database)
  await setBusinessDate(database, day)
}

/** Runs the end of day as a separate process would. */
export function endOfDay(url: string, until: LocalDate, lanes = 2): Promise<Progress> {
  const connect = () => connectTo(url)
  return runEndOfDay({ connect, now: () => new Date(), lanes, debits: 'ignore' }, until)
}

export type BookedLoan = PastLoan & { readonly customer: string; readonly loanNo: string }

/** Inserts loans with their balances as of the day they are booked until. */
export async function insertBookedLoans(
  database: Database,
  loans: readonly PastLoan[],
): Promise<BookedLoan[]> {
  const booked = loans.map((past, index) => ({
    ...past,
    customer: `customer-${String(Math.floor(index / 2)).padStart(6, '0')}`,
    loanNo: `loan-${String(index).padStart(6, '0')}`,
  }))
  await database.inTransaction(async (tx) => {
    for (const { customer: owner, loanNo, loan, bookedUntil } of booked) {
      const customer = customerNo(owner)
      const opened = insertLoan({
        customer,
        openedAt: new Date(0),
        record: {
          loanNo,
          loan,
          bookedUntil,
          origin: 'draw',
          product: '103001',
          lender: 'consumer-finance',
          purpose: undefined,
          couponNo: undefined,
          cardId: undefined,
          ...NEW_LOAN_STATE,
          limitUsed: fen(0n),
        },
      })
      await tx.prepared(opened.sql, opened.values)
      const postings = [
        { loanNo, event: 'opening', entries: openingEntries({ loan, bookedUntil }) },
      ]
      await post(tx, { customer, transactionNo: 'opening', businessDate: bookedUntil, postings })
    }
  })
  return booked
}

function openingEntries({ loan, bookedUntil }: PastLoan): Entry[] {
  const position = positionOf(loan, bookedUntil)
  return partNames.flatMap((part): Entry[] => {
    const amount = position[part]
    if (amount === 0n) return []
    return amount > 0n
      ? [{ debit: part, credit: 'clearing', amount }]
      : [{ debit: 'clearing', credit: part, amount: subtract(ZERO, amount) }]
  })
}

/** Everything that the end of day may change, as one string for comparison. */
export async function digestDatabase(database: Database): Promise<string> {
  const digest = createHash('sha256')
  for (const part of BOOKS) {
    const rows = await database.query<{ line: string }>(part)
    const lines = rows.map(({ line }) => line).toSorted()
    digest.update(lines.join(';'))
  }
  return digest.digest('hex')
}

const BOOKS = [
  `SELECT move::text AS line
     FROM (SELECT customer_no, loan_no, transaction_no, event, business_date, against, fee_fen,
                  penalty_fen, interest_fen, principal_fen, refunds_payable_fen, bank_fen
             FROM ledger_postings) AS move`,
  'SELECT day::text AS line FROM ledger_accruals AS day',
  'SELECT owed::text AS line FROM loan_balances AS owed',
  'SELECT loan::text AS line FROM loans AS loan',
  'SELECT business_date::text AS line FROM business_date',
  'SELECT loan_no AS line FROM end_of_day_failures',
]
