import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Instalment, Loan } from '@qingzhou/domain/loans/loan'
import { currentInstalment } from '@qingzhou/domain/loans/replan'
import { fen, subtract, sum, type Money } from '@qingzhou/domain/money/money'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Statement } from '@qingzhou/platform/database/pipeline/statement'
import type { Act } from '#act.ts'
import { arrayOf } from '#loans/loan-columns.ts'

/** A loan before and after a change of terms, and the day of the change. */
export type TermsChange = {
  readonly before: Loan
  readonly after: Loan
  readonly today: LocalDate
}

/** One instalment before and after a rate cut: what the borrower pays, without what a coupon covers. */
export type CutInstalment = {
  readonly n: number
  readonly dueDate: LocalDate
  readonly before: { readonly principal: Money; readonly interest: Money }
  readonly after: { readonly principal: Money; readonly interest: Money }
}

export type RateCutRecord = {
  readonly cutNo: string
  readonly loanNo: string
  readonly oldRatePpm: bigint
  readonly newRatePpm: bigint
  readonly from: LocalDate
  readonly saved: Money
  readonly instalments: readonly CutInstalment[]
}

/** Records what a rate cut changed, because the plan stores only its current state. */
export function insertRateCut(
  { customer, requestNo }: Act,
  cut: TermsChange & { readonly loanNo: string; readonly from: LocalDate },
): Statement {
  const { before, after, today, loanNo, from } = cut
  const firstN = currentInstalment(before, addDays(from, -1))?.n ?? before.instalments.length + 1
  const was = before.instalments.filter(({ n }) => n >= firstN)
  const is = after.instalments.filter(({ n }) => n >= firstN)
  return {
    sql: `INSERT INTO rate_cuts (customer_no, cut_no, loan_no, old_rate_ppm, new_rate_ppm, effective_on,
                                 booked_on, first_n, due_on, principal_before_fen, interest_before_fen,
                                 principal_after_fen, interest_after_fen, saved_fen)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    values: [
      customer,
      requestNo,
      loanNo,
      before.annualRatePpm,
      after.annualRatePpm,
      from,
      today,
      firstN,
      arrayOf(is.map(({ dueDate }) => dueDate)),
      ...[was, is].flatMap((plan) => [
        arrayOf(plan.map((row) => payable(row).principal)),
        arrayOf(plan.map((row) => payable(row).interest)),
      ]),
      subtract(interestOf(was), interestOf(is)),
    ],
  }
}

function interestOf(plan: readonly Instalment[]): Money {
  return sum(plan.map((row) => payable(row).interest))
}

/** The amounts that the bills show: a coupon's discount is not charged. */
function payable({ due, waived }: Instalment): { principal: Money; interest: Money } {
  return {
    principal: subtract(due.principal, waived.principal),
    interest: subtract(due.interest, waived.interest),
  }
}

/** Every rate cut of a customer's loans, newest first. */
export async function readRateCuts(db: Queryable, customer: CustomerNo): Promise<RateCutRecord[]> {
  const rows = await db.query<Row>(
    `SELECT cut_no, loan_no, old_rate_ppm, new_rate_ppm, effective_on, first_n, due_on,
            principal_before_fen, interest_before_fen, principal_after_fen, interest_after_fen,
            saved_fen
       FROM rate_cuts WHERE customer_no = $1 ORDER BY effective_on DESC, cut_no`,
    [customer],
  )
  return rows.map(rateCutOf)
}

type Row = {
  cut_no: string
  loan_no: string
  old_rate_ppm: number
  new_rate_ppm: number
  effective_on: LocalDate
  first_n: number
  due_on: LocalDate[]
  principal_before_fen: bigint[]
  interest_before_fen: bigint[]
  principal_after_fen: bigint[]
  interest_after_fen: bigint[]
  saved_fen: bigint
}

function rateCutOf(row: Row): RateCutRecord {
  return {
    cutNo: row.cut_no,
    loanNo: row.loan_no,
    oldRatePpm: BigInt(row.old_rate_ppm),
    newRatePpm: BigInt(row.new_rate_ppm),
    from: row.effective_on,
    saved: fen(row.saved_fen),
    instalments: instalmentsOf(row),
  }
}

/** Without the empty instalments after the end of a shortened plan. */
function instalmentsOf(row: Row): CutInstalment[] {
  const all = row.due_on.map((dueDate, index) => ({
    n: row.first_n + index,
    dueDate,
    before: {
      principal: at(row.principal_before_fen, index),
      interest: at(row.interest_before_fen, index),
    },
    after: {
      principal: at(row.principal_after_fen, index),
      interest: at(row.interest_after_fen, index),
    },
  }))
  const last = all.findLastIndex(({ before }) => before.principal + before.interest > 0n)
  return all.slice(0, last + 1)
}

function at(amounts: readonly bigint[], index: number): Money {
  return fen(amounts[index] ?? 0n)
}

/** Open loans of a grade or of a customer, in the order of their customers, from after one of them on. */
export async function loansAfter(
  db: Queryable,
  scope: { readonly grade: string } | { readonly customer: CustomerNo },
  page: { readonly last: LoanName | undefined; readonly count: number },
): Promise<LoanName[]> {
  const [of, value] =
    'grade' in scope ? ['grade = $1', scope.grade] : ['customer_no = $1', scope.customer]
  const rows = await db.query<{ customer_no: string; loan_no: string }>(
    `SELECT customer_no, loan_no FROM loans JOIN limits USING (customer_no)
      WHERE NOT is_settled AND ${of} AND (customer_no, loan_no) > ($2, $3)
      ORDER BY customer_no, loan_no LIMIT $4`,
    [value, page.last?.customer ?? '', page.last?.loanNo ?? '', page.count],
  )
  return rows.map((row) => ({ customer: customerNo(row.customer_no), loanNo: row.loan_no }))
}

type LoanName = { readonly customer: CustomerNo; readonly loanNo: string }
