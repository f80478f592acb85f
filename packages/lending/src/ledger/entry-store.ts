import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Account } from '@qingzhou/domain/ledger/entries'
import type { PartName, Parts } from '@qingzhou/domain/loans/loan'
import { add, fen, ZERO, type Money } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'

/** One ledger line of an amount: what happened, when, and the balance after it. */
export type Line = {
  readonly on: LocalDate
  readonly event: string
  readonly transactionNo: string
  readonly against: Account
  readonly amount: Money
  readonly balance: Money
}

export type Explanation = {
  readonly [P in PartName]: { readonly balance: Money; readonly lines: readonly Line[] }
}

type EntryRow = {
  business_date: LocalDate
  event: string
  transaction_no: string
  debit_account: Account
  credit_account: Account
  amount_fen: bigint
}

/**
 * Lists the ledger entries behind each part of a loan's balance, in order: the opening entry, then
 * accruals and events.
 */
export async function explain(
  db: Queryable,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<Explanation> {
  const rows = await db.query<EntryRow>(
    `SELECT business_date, event, transaction_no, debit_account, credit_account, amount_fen
       FROM ledger_entries WHERE customer_no = $1 AND loan_no = $2
      ORDER BY business_date, event <> 'draw', entry_no NULLS FIRST`,
    [customer, loanNo],
  )
  return {
    fee: linesOf('fee', rows),
    penalty: linesOf('penalty', rows),
    interest: linesOf('interest', rows),
    principal: linesOf('principal', rows),
  }
}

/** The balance of a loan in the ledger. */
export async function readBalances(
  db: Queryable,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<Parts> {
  const [row] = await db.query<Record<`${PartName}_fen`, bigint>>(
    `SELECT principal_fen, interest_fen, penalty_fen, fee_fen FROM loan_balances
      WHERE customer_no = $1 AND loan_no = $2`,
    [customer, loanNo],
  )
  return {
    fee: fen(row?.fee_fen ?? 0n),
    penalty: fen(row?.penalty_fen ?? 0n),
    interest: fen(row?.interest_fen ?? 0n),
    principal: fen(row?.principal_fen ?? 0n),
  }
}

function linesOf(part: PartName, rows: readonly EntryRow[]): Explanation[PartName] {
  let balance = ZERO
  const lines = rows
    .filter((row) => row.debit_account === part || row.credit_account === part)
    .map((row): Line => {
      const isDebit = row.debit_account === part
      const amount = fen(isDebit ? row.amount_fen : -row.amount_fen)
      balance = add(balance, amount)
      return {
        on: row.business_date,
        event: row.event,
        transactionNo: row.transaction_no,
        against: isDebit ? row.credit_account : row.debit_account,
        amount,
        balance,
      }
    })
  return { balance, lines }
}

/** The amounts waived on a loan according to the ledger, without coupon discounts. */
export async function readWaivedAmounts(
  db: Queryable,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<Parts> {
  const [row] = await db.query<Record<`${PartName}_fen`, bigint>>(
    `SELECT coalesce(-sum(fee_fen), 0)::bigint AS fee_fen,
            coalesce(-sum(penalty_fen), 0)::bigint AS penalty_fen,
            coalesce(-sum(interest_fen), 0)::bigint AS interest_fen,
            coalesce(-sum(principal_fen), 0)::bigint AS principal_fen
       FROM ledger_postings WHERE customer_no = $1 AND loan_no = $2 AND against = 'waived'`,
    [customer, loanNo],
  )
  return {
    fee: fen(row?.fee_fen ?? 0n),
    penalty: fen(row?.penalty_fen ?? 0n),
    interest: fen(row?.interest_fen ?? 0n),
    principal: fen(row?.principal_fen ?? 0n),
  }
}

/** The discount of a loan's coupon, from the ledger. */
export async function readCouponDiscount(
  db: Queryable,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<Money> {
  const [row] = await db.query<{ given: bigint }>(
    `SELECT coalesce(sum(CASE WHEN debit_account = 'coupon-cost' THEN amount_fen
                              ELSE -amount_fen END), 0)::bigint AS given
       FROM ledger_entries
      WHERE customer_no = $1 AND loan_no = $2
        AND (debit_account = 'coupon-cost' OR credit_account = 'coupon-cost')`,
    [customer, loanNo],
  )
  return fen(row?.given ?? 0n)
}

/** One ledger entry. */
export type BookedEntry = {
  /** Its position among the customer's entries. */
  readonly entryNo: bigint
  readonly on: LocalDate
  readonly loanNo: string
  readonly event: string
  readonly debit: Account
  readonly credit: Account
  readonly amount: Money
}

type NewestRow = {
  entry_no: bigint
  business_date: LocalDate
  loan_no: string
  event: string
  debit_account: Account
  credit_account: Account
  amount_fen: bigint
}

/** A customer's newest entries over all loans, newest first. */
export async function newestEntries(
  db: Queryable,
  { customer, limit }: { readonly customer: CustomerNo; readonly limit: number },
): Promise<readonly BookedEntry[]> {
  const rows = await db.query<NewestRow>(
    `SELECT row_number() OVER (ORDER BY business_date, event <> 'draw', entry_no NULLS FIRST, loan_no,
                                        debit_account, credit_account) AS entry_no,
            business_date, loan_no, event, debit_account, credit_account, amount_fen
       FROM ledger_entries WHERE customer_no = $1 ORDER BY 1 DESC LIMIT $2`,
    [customer, limit],
  )
  return rows.map(bookedEntryOf)
}

function bookedEntryOf(row: NewestRow): BookedEntry {
  return {
    entryNo: row.entry_no,
    on: row.business_date,
    loanNo: row.loan_no,
    event: row.event,
    debit: row.debit_account,
    credit: row.credit_account,
    amount: fen(row.amount_fen),
  }
}

/** The number of a customer's last entry that is no accrual; 0 for none. */
export async function lastEntryNo(db: Queryable, customer: CustomerNo): Promise<bigint> {
  const [row] = await db.query<{ entry_no: bigint }>(
    `SELECT coalesce(max(entry_no), 0) AS entry_no FROM ledger_postings WHERE customer_no = $1`,
    [customer],
  )
  return row?.entry_no ?? 0n
}

/** A customer's entries after one, in order. Accruals have no number and are left out. */
export async function entriesSince(
  db: Queryable,
  { customer, after }: { readonly customer: CustomerNo; readonly after: bigint },
): Promise<readonly BookedEntry[]> {
  const rows = await db.query<NewestRow>(
    `SELECT entry_no, business_date, loan_no, event, debit_account, credit_account, amount_fen
       FROM ledger_entries WHERE customer_no = $1 AND entry_no > $2
      ORDER BY entry_no, debit_account, credit_account`,
    [customer, after],
  )
  return rows.map(bookedEntryOf)
}
