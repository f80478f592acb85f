import {
  loanClasses,
  lossStages,
  type LoanClass,
  type LossStage,
} from '@qingzhou/domain/books/book-state'
import { provisionPpm } from '@qingzhou/domain/books/provision'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { readDatedRows } from '#dated/dated-store.ts'
import { IN_SLICE, valuesOf, type Range } from './accrual-store.ts'
import { LATEST_STATES } from './book-state-store.ts'

/** The classes with their stages, as the statement names them. */
const groups = loanClasses.flatMap((name) =>
  lossStages.map((stage) => ({ class: name, stage, name: `${name} ${stage}` })),
)

/** $4: the provision of a loan without a state, $5 and $6: the groups with theirs, in parts per million. */
const SUMS = `
  SELECT class, stage, count(*)::integer AS loans, sum(principal_fen)::bigint AS principal_fen,
         sum(CASE WHEN is_accruing THEN charges_fen ELSE 0 END)::bigint AS receivable_fen,
         sum(CASE WHEN is_accruing THEN 0 ELSE charges_fen END)::bigint AS memorandum_fen,
         sum((greatest(principal_fen + CASE WHEN is_accruing THEN charges_fen ELSE 0 END, 0)
              * rate_ppm + 500000) / 1000000)::bigint AS provision_fen
    FROM (SELECT coalesce(class, 'pass') AS class, coalesce(stage, 1) AS stage,
                 coalesce(is_accruing, true) AS is_accruing, principal_fen,
                 interest_fen + penalty_fen + fee_fen AS charges_fen,
                 CASE WHEN class IS NULL THEN $4::bigint
                      ELSE ($6::bigint[])[array_position($5::text[], class || ' ' || stage)] END AS rate_ppm
            FROM (SELECT customer_no, loan_no FROM loans WHERE ${IN_SLICE} AND NOT is_settled) AS loans
            JOIN (SELECT * FROM loan_balances WHERE ${IN_SLICE} AND $3::date IS NOT NULL) AS owed
              USING (customer_no, loan_no)
            LEFT JOIN (SELECT customer_no, loan_no, class, stage, is_accruing
                         FROM ${LATEST_STATES} AS latest) AS state
              USING (customer_no, loan_no)
          OFFSET 0) AS loans
   GROUP BY class, stage`

type SumRow = {
  readonly class: LoanClass
  readonly stage: LossStage
  readonly loans: number
  readonly principal_fen: bigint
  readonly receivable_fen: bigint
  readonly memorandum_fen: bigint
  readonly provision_fen: bigint
}

/** Records what the open loans of a slice owe and what is provided for them, by class and stage. [X7] */
export async function saveBookSums(
  tx: Transaction,
  { range, sliceNo }: { readonly range: Range; readonly sliceNo: number },
): Promise<void> {
  const of = { on: range.day, dated: await readDatedRows(tx) }
  const rates = groups.map((group) => provisionPpm(group, of))
  const names = groups.map(({ name }) => name)
  const rows = await tx.query<SumRow>(SUMS, [...valuesOf(range), rates[0], names, rates])
  if (rows.length === 0) return
  await tx.query(
    `INSERT INTO book_sums (business_date, slice_no, class, stage, loans, principal_fen, receivable_fen,
                            memorandum_fen, provision_fen)
     SELECT $1, $2, * FROM unnest($3::text[], $4::smallint[], $5::integer[], $6::bigint[], $7::bigint[],
                                  $8::bigint[], $9::bigint[])
     ON CONFLICT DO NOTHING`,
    [
      range.day,
      sliceNo,
      rows.map((row) => row.class),
      rows.map((row) => row.stage),
      rows.map((row) => row.loans),
      rows.map((row) => row.principal_fen),
      rows.map((row) => row.receivable_fen),
      rows.map((row) => row.memorandum_fen),
      rows.map((row) => row.provision_fen),
    ],
  )
}

/** The open loans of a class and stage at the end of a day. */
export type BookSum = {
  readonly class: LoanClass
  readonly stage: LossStage
  readonly loans: number
  readonly principal: Money
  /** Interest, penalty and fees that are income. */
  readonly receivable: Money
  /** Interest, penalty and fees that are not. */
  readonly memorandum: Money
  readonly provision: Money
}

/** The sums of a day, from the best class to the worst. */
export async function readBookSums(db: Queryable, day: LocalDate): Promise<BookSum[]> {
  const rows = await db.query<SumRow>(
    `SELECT class, stage, sum(loans)::integer AS loans, sum(principal_fen)::bigint AS principal_fen,
            sum(receivable_fen)::bigint AS receivable_fen, sum(memorandum_fen)::bigint AS memorandum_fen,
            sum(provision_fen)::bigint AS provision_fen
       FROM book_sums WHERE business_date = $1
      GROUP BY class, stage ORDER BY array_position($2::text[], class), stage`,
    [day, loanClasses],
  )
  return rows.map((row) => ({
    class: row.class,
    stage: row.stage,
    loans: row.loans,
    principal: fen(row.principal_fen),
    receivable: fen(row.receivable_fen),
    memorandum: fen(row.memorandum_fen),
    provision: fen(row.provision_fen),
  }))
}
