import { assert } from '@qingzhou/domain/assert'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Account, Entry } from '@qingzhou/domain/ledger/entries'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { Statement } from '@qingzhou/platform/database/pipeline/statement'

const columns = ['fee', 'penalty', 'interest', 'principal', 'refunds-payable', 'bank'] as const

/** An account with its own column in a ledger row. */
type Column = (typeof columns)[number]

/** Entries of one loan against one other account: one ledger row. Debits are positive. */
type Move = {
  readonly against: string
  readonly amounts: { readonly [C in Column]?: bigint }
}

/** Groups entries into ledger rows. */
function movesOf(entries: readonly Entry[]): Move[] {
  const moves = new Map<string, { [C in Column]?: bigint }>()
  for (const { debit, credit, amount } of entries) {
    const isDebit = isColumn(debit)
    const column = isDebit ? debit : credit
    assert(isColumn(column), 'an entry has an account of a loan, of refunds, or of the bank')
    const against = counterOf(isDebit ? credit : debit)
    const amounts = moves.get(against) ?? {}
    amounts[column] = (amounts[column] ?? 0n) + (isDebit ? amount : -BigInt(amount))
    moves.set(against, amounts)
  }
  return [...moves].map(([against, amounts]) => ({ against, amounts }))
}

function isColumn(account: Account): account is Column {
  return (columns as readonly string[]).includes(account)
}

/** Each part has its own income account, so the row stores only `income`. */
function counterOf(account: Account): string {
  return account.endsWith('-income') ? 'income' : account
}

/** Entries of one loan, and their event. */
export type Posting = {
  readonly loanNo: string
  readonly event: string
  readonly entries: readonly Entry[]
}

export type LedgerTransaction = {
  readonly customer: CustomerNo
  readonly transactionNo: string
  readonly businessDate: LocalDate
  readonly postings: readonly Posting[]
}

/** The statements that write entries. Empty when nothing moved. */
export function ledgerInserts(transaction: LedgerTransaction): Statement[] {
  const { postings } = transaction
  const days = postings.filter(({ event }) => event === 'accrual')
  const moves = postings
    .filter(({ event }) => event !== 'accrual')
    .flatMap(({ loanNo, event, entries }) =>
      movesOf(entries).map((move) => ({ ...move, loanNo, event })),
    )
  return [
    ...days.map((posting) => dayOf(transaction, posting)),
    ...(moves.length === 0 ? [] : [insertEntries(transaction, moves)]),
  ]
}

/** Writes entries inside the caller's transaction, together with the state that they explain. */
export async function post(tx: Transaction, transaction: LedgerTransaction): Promise<void> {
  for (const { sql, values } of ledgerInserts(transaction)) await tx.prepared(sql, values)
}

/** The accrual of a day is written even if it is zero, to record that the day was booked. */
function dayOf({ customer, businessDate }: LedgerTransaction, posting: Posting): Statement {
  const [move] = movesOf(posting.entries)
  const { fee = 0n, penalty = 0n, interest = 0n } = move?.amounts ?? {}
  return {
    sql: `INSERT INTO ledger_accruals (customer_no, loan_no, business_date, fee_fen, penalty_fen,
                                   interest_fen)
          VALUES ($1, $2, $3, $4, $5, $6) RETURNING loan_no`,
    // Accruals must be posted before the payments that cover them.
    isFirst: true,
    values: [customer, posting.loanNo, businessDate, fee, penalty, interest],
  }
}

type Row = Move & { readonly loanNo: string; readonly event: string }

function insertEntries(transaction: LedgerTransaction, rows: readonly Row[]): Statement {
  const { customer, transactionNo, businessDate } = transaction
  const values = rows.flatMap(({ loanNo, event, against, amounts }) => [
    loanNo,
    event,
    against,
    amounts.fee ?? 0n,
    amounts.penalty ?? 0n,
    amounts.interest ?? 0n,
    amounts.principal ?? 0n,
    amounts['refunds-payable'] ?? 0n,
    amounts.bank ?? 0n,
  ])
  return { sql: insertOf(rows.length), values: [customer, transactionNo, businessDate, ...values] }
}

const COLUMNS_OF_ROW = 9

const inserts = new Map<number, string>()

/** The insert statement for a number of rows, cached: a use case writes few rows. */
function insertOf(count: number): string {
  const known = inserts.get(count)
  if (known !== undefined) return known
  const rows = Array.from({ length: count }, (_, row) => {
    const places = Array.from({ length: COLUMNS_OF_ROW }, (__, place) => {
      const number = 4 + row * COLUMNS_OF_ROW + place
      return place < 3 ? `$${number}` : `$${number}::bigint`
    })
    return `($1, $2, $3::date, ${places.join(', ')})`
  })
  const sql = `
    INSERT INTO ledger_postings (customer_no, transaction_no, business_date, loan_no, event, against,
      fee_fen, penalty_fen, interest_fen, principal_fen, refunds_payable_fen, bank_fen)
    VALUES ${rows.join(', ')}`
  inserts.set(count, sql)
  return sql
}

/**
 * Posts the reversing entries of a transaction, and answers how many rows it reversed: none when it was
 * reversed before. Accrued days are not reversed. [G8]
 *
 * The caller corrects the loan as well, in the same transaction.
 */
export async function reverse(
  tx: Transaction,
  correction: {
    readonly customer: CustomerNo
    readonly transactionNo: string
    readonly reversedNo: string
    readonly businessDate: LocalDate
  },
): Promise<number> {
  const { customer, transactionNo, reversedNo, businessDate } = correction
  const rows = await tx.query<{ entry_no: bigint }>(
    `INSERT INTO ledger_postings (customer_no, transaction_no, business_date, loan_no, event, against,
                               fee_fen, penalty_fen, interest_fen, principal_fen,
                               refunds_payable_fen, bank_fen, reverses_entry_no)
     SELECT customer_no, $2, $4, loan_no, 'reversal', against,
            -fee_fen, -penalty_fen, -interest_fen, -principal_fen,
            -refunds_payable_fen, -bank_fen, entry_no
       FROM ledger_postings AS wrong
      WHERE customer_no = $1 AND transaction_no = $3 AND reverses_entry_no IS NULL
        AND NOT EXISTS (SELECT FROM ledger_postings AS later
                         WHERE later.customer_no = wrong.customer_no
                           AND later.loan_no = wrong.loan_no
                           AND later.reverses_entry_no = wrong.entry_no)
      ORDER BY entry_no
     RETURNING entry_no`,
    [customer, transactionNo, reversedNo, businessDate],
  )
  return rows.length
}
