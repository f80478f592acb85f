import type { BookAccount } from '@qingzhou/domain/books/chart'
import {
  bookEntriesOf,
  daysToSum,
  sumByAccount,
  type BookEntry,
  type LedgerSum,
} from '@qingzhou/domain/books/general-ledger'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { readDatedRows } from '#dated/dated-store.ts'

type Days = { readonly from: LocalDate; readonly to: LocalDate }

/** The rows of both ledgers. $1, $2: the days. */
const SUMS = `
  SELECT business_date, event, against, coalesce(product, '') AS product, coalesce(partners, '') AS partners,
         sum(fee_fen)::bigint AS fee_fen, sum(penalty_fen)::bigint AS penalty_fen,
         sum(interest_fen)::bigint AS interest_fen, sum(principal_fen)::bigint AS principal_fen,
         sum(refunds_payable_fen)::bigint AS refunds_payable_fen, sum(bank_fen)::bigint AS bank_fen
    FROM (SELECT customer_no, loan_no, business_date, event, against, fee_fen, penalty_fen, interest_fen,
                 principal_fen, refunds_payable_fen, bank_fen
            FROM ledger_postings WHERE business_date BETWEEN $1::date AND $2::date
           UNION ALL
          SELECT customer_no, loan_no, business_date, 'accrual', 'income', fee_fen, penalty_fen, interest_fen,
                 0, 0, 0
            FROM ledger_accruals WHERE business_date BETWEEN $1::date AND $2::date) AS moved
    LEFT JOIN loans USING (customer_no, loan_no)
    LEFT JOIN (SELECT customer_no, loan_no, string_agg(partner_no, '+' ORDER BY partner_no) AS partners
                 FROM loan_partners GROUP BY customer_no, loan_no) AS funded USING (customer_no, loan_no)
   GROUP BY business_date, event, against, coalesce(product, ''), coalesce(partners, '')
   ORDER BY business_date, event, against, coalesce(product, ''), coalesce(partners, '')`

type SumRow = {
  readonly business_date: LocalDate
  readonly event: string
  readonly against: LedgerSum['against']
  readonly product: string
  readonly partners: string
  readonly fee_fen: bigint
  readonly penalty_fen: bigint
  readonly interest_fen: bigint
  readonly principal_fen: bigint
  readonly refunds_payable_fen: bigint
  readonly bank_fen: bigint
}

/** The journal of some days, from the ledgers of the loans. [X9] */
export async function readJournal(db: Queryable, { from, to }: Days): Promise<BookEntry[]> {
  const dated = await readDatedRows(db)
  const rows = await db.query<SumRow>(SUMS, [from, to])
  return bookEntriesOf(rows.map(ledgerSumOf), dated)
}

function ledgerSumOf(row: SumRow): LedgerSum {
  return {
    day: row.business_date,
    event: row.event,
    against: row.against,
    product: row.product,
    partners: row.partners,
    amounts: {
      fee: fen(row.fee_fen),
      penalty: fen(row.penalty_fen),
      interest: fen(row.interest_fen),
      principal: fen(row.principal_fen),
      'refunds-payable': fen(row.refunds_payable_fen),
      bank: fen(row.bank_fen),
    },
  }
}

/** Sums the days before a booked one that are not summed yet. [X11] */
export async function sumLedgerDays(tx: Transaction, booked: LocalDate): Promise<void> {
  const days = daysToSum({ last: await readLastLedgerDay(tx), booked })
  if (!days) return
  const sums = sumByAccount(await readJournal(tx, days))
  if (sums.length === 0) return
  await tx.query(
    `INSERT INTO ledger_days (business_date, account, product, partners, debit_fen, credit_fen)
     SELECT * FROM unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])`,
    [
      sums.map((one) => one.day),
      sums.map((one) => one.account),
      sums.map((one) => one.product),
      sums.map((one) => one.partners),
      sums.map((one) => one.debit),
      sums.map((one) => one.credit),
    ],
  )
}

/** The last day that the general ledger has sums of. */
export async function readLastLedgerDay(db: Queryable): Promise<LocalDate | undefined> {
  const [row] = await db.query<{ day: LocalDate | null }>(
    'SELECT max(business_date) AS day FROM ledger_days',
  )
  return row?.day ?? undefined
}

/** An account at the end of a day. Balances are debits where they are above zero. */
export type TrialBalanceRow = {
  readonly account: BookAccount
  readonly opening: Money
  readonly debit: Money
  readonly credit: Money
  readonly closing: Money
}

/** The trial balance of a day, from the sums of all days up to it. [X11] */
export async function readTrialBalance(db: Queryable, day: LocalDate): Promise<TrialBalanceRow[]> {
  const rows = await db.query<{
    account: BookAccount
    opening_fen: bigint
    debit_fen: bigint
    credit_fen: bigint
    closing_fen: bigint
  }>(
    `SELECT account,
            coalesce(sum(debit_fen - credit_fen) FILTER (WHERE business_date < $1), 0)::bigint AS opening_fen,
            coalesce(sum(debit_fen) FILTER (WHERE business_date = $1), 0)::bigint AS debit_fen,
            coalesce(sum(credit_fen) FILTER (WHERE business_date = $1), 0)::bigint AS credit_fen,
            sum(debit_fen - credit_fen)::bigint AS closing_fen
       FROM ledger_days WHERE business_date <= $1 GROUP BY account ORDER BY account`,
    [day],
  )
  return rows.map((row) => ({
    account: row.account,
    opening: fen(row.opening_fen),
    debit: fen(row.debit_fen),
    credit: fen(row.credit_fen),
    closing: fen(row.closing_fen),
  }))
}
