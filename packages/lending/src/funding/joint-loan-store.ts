import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isSplit, type PostedEntry } from '@qingzhou/domain/funding/split-entries'
import type { Account } from '@qingzhou/domain/ledger/entries'
import { fen } from '@qingzhou/domain/money/money'
import type { Queryable } from '@qingzhou/platform/database/database'

/** A loan that partners share, with its entries as far as the parts of a day depend on them. */
export type JointLoan = {
  readonly loanNo: string
  readonly partners: readonly { readonly partnerNo: string; readonly sharePpm: bigint }[]
  readonly entries: readonly JointEntry[]
}

export type JointEntry = PostedEntry & {
  readonly event: string
  /** Undefined for the sum of entries of earlier days. */
  readonly on: LocalDate | undefined
}

type OfDay = {
  readonly day: LocalDate
  /** Only the loans of this partner. */
  readonly partnerNo: string | undefined
}

/** The next customers with loans that partners share, in the order of their numbers. */
export async function listJointCustomers(
  db: Queryable,
  { partnerNo, after, count }: OfDay & { readonly after: string; readonly count: number },
): Promise<readonly string[]> {
  const rows = await db.query<{ customer_no: string }>(
    `SELECT DISTINCT customer_no FROM loan_partners
      WHERE customer_no > $1 AND ($2::text IS NULL OR partner_no = $2)
      ORDER BY customer_no LIMIT $3`,
    [after, partnerNo ?? null, count],
  )
  return rows.map(({ customer_no }) => customer_no)
}

type PartnerRow = {
  customer_no: string
  loan_no: string
  partner_no: string
  share_ppm: number
}

/** The loans of some customers that partners share and that have an entry on the day, with their entries. */
export async function readJointLoans(
  db: Queryable,
  { day, partnerNo, customers }: OfDay & { readonly customers: readonly string[] },
): Promise<readonly JointLoan[]> {
  const partners = await db.query<PartnerRow>(
    `SELECT customer_no, loan_no, partner_no, share_ppm FROM loan_partners
      WHERE customer_no = ANY ($1) ORDER BY customer_no, loan_no, place`,
    [customers],
  )
  const entries = Map.groupBy(await readEntries(db, { day, customers }), keyOf)
  return [...Map.groupBy(partners, keyOf)].flatMap(([key, rows]) => {
    const [first] = rows
    const own = entries.get(key)
    const isAsked = partnerNo === undefined || rows.some((row) => row.partner_no === partnerNo)
    if (!first || !own || !isAsked) return []
    return [
      {
        loanNo: first.loan_no,
        partners: rows.map((row) => ({
          partnerNo: row.partner_no,
          sharePpm: BigInt(row.share_ppm),
        })),
        entries: own.map(entryOf).filter(({ debit, credit }) => isSplit(debit) || isSplit(credit)),
      },
    ]
  })
}

function keyOf(row: { readonly customer_no: string; readonly loan_no: string }): string {
  return `${row.customer_no} ${row.loan_no}`
}

type EntryRow = {
  customer_no: string
  loan_no: string
  debit_account: Account
  credit_account: Account
  single_on: LocalDate | null
  event: string | null
  entry_no: bigint | null
  reverses_entry_no: bigint | null
  amount_fen: bigint
}

/**
 * The entries of the day, and before them the sums of earlier ones by debit and credit, which split in the same
 * way. A loan with a reversal needs all its entries: it takes back the parts of one of them. [Z6]
 */
async function readEntries(
  db: Queryable,
  { day, customers }: { readonly day: LocalDate; readonly customers: readonly string[] },
): Promise<readonly EntryRow[]> {
  return db.query<EntryRow>(
    `WITH joint AS (
       SELECT customer_no, loan_no,
              EXISTS (SELECT FROM ledger_postings AS posting
                       WHERE posting.customer_no = loan.customer_no AND posting.loan_no = loan.loan_no
                         AND reverses_entry_no IS NOT NULL AND business_date <= $2) AS is_reversed
         FROM (SELECT DISTINCT customer_no, loan_no FROM loan_partners WHERE customer_no = ANY ($1)) AS loan
        WHERE EXISTS (SELECT FROM ledger_accruals AS accrual
                       WHERE accrual.customer_no = loan.customer_no AND accrual.loan_no = loan.loan_no
                         AND business_date = $2)
           OR EXISTS (SELECT FROM ledger_postings AS posting
                       WHERE posting.customer_no = loan.customer_no AND posting.loan_no = loan.loan_no
                         AND business_date = $2)),
     entry AS (
       SELECT customer_no, loan_no, debit_account, credit_account, amount_fen,
              CASE WHEN is_single THEN business_date END AS single_on,
              CASE WHEN is_single THEN event END AS event,
              CASE WHEN is_single THEN entry_no END AS entry_no,
              CASE WHEN is_single THEN reverses_entry_no END AS reverses_entry_no
         FROM (SELECT customer_no, loan_no, debit_account, credit_account, amount_fen, business_date, event,
                      entry_no, reverses_entry_no, is_reversed OR business_date = $2 AS is_single
                 FROM ledger_entries JOIN joint USING (customer_no, loan_no)
                WHERE customer_no = ANY ($1) AND business_date <= $2) AS booked)
     SELECT customer_no, loan_no, debit_account, credit_account, single_on, event, entry_no,
            reverses_entry_no, sum(amount_fen)::bigint AS amount_fen
       FROM entry
      GROUP BY customer_no, loan_no, debit_account, credit_account, single_on, event, entry_no,
               reverses_entry_no
      ORDER BY customer_no, loan_no, single_on NULLS FIRST, event <> 'draw', entry_no NULLS FIRST,
               debit_account, credit_account`,
    [customers, day],
  )
}

function entryOf(row: EntryRow): JointEntry {
  return {
    on: row.single_on ?? undefined,
    event: row.event ?? '',
    entryNo: row.entry_no ?? undefined,
    reverses: row.reverses_entry_no ?? undefined,
    debit: row.debit_account,
    credit: row.credit_account,
    amount: fen(row.amount_fen),
  }
}
