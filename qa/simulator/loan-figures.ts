import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Part } from './loan-versions.ts'

/** Ledger figures of a loan: balances, income and money received. */
export type BookedFigures = Readonly<
  Record<Part | 'interestIncome' | 'penaltyIncome' | 'feeIncome' | 'received', number>
>

export type BookedLoan = {
  readonly loanNo: string
  readonly customer: CustomerNo
  readonly isReversed: boolean
  /** A payment of an earlier day was booked or taken back: the days since then were charged again. */
  readonly isRewritten: boolean
  readonly booked: BookedFigures
}

/** Reads the ledger figures of all loans by SQL only, without any rule of the domain. */
export async function readBookedLoans(db: Queryable): Promise<BookedLoan[]> {
  const rows = await db.query<
    {
      loan_no: string
      customer_no: CustomerNo
      is_reversed: boolean
      is_rewritten: boolean
    } & Record<keyof BookedFigures, bigint>
  >(`
    SELECT loan_no, customer_no, reversed_on IS NOT NULL AS is_reversed,
           EXISTS (SELECT FROM payment_reversals AS taken
                    WHERE taken.customer_no = loans.customer_no AND taken.loan_no = loans.loan_no)
             OR EXISTS (SELECT FROM payments AS late
                         WHERE late.customer_no = loans.customer_no AND late.loan_no = loans.loan_no
                           AND late.paid_on < (late.received_at AT TIME ZONE 'Asia/Shanghai')::date)
             AS is_rewritten,
           principal_fen AS principal, interest_fen AS interest, penalty_fen AS penalty,
           fee_fen AS fee, coalesce(income.interest, 0)::bigint AS "interestIncome",
           coalesce(income.penalty, 0)::bigint AS "penaltyIncome",
           coalesce(income.fee, 0)::bigint AS "feeIncome",
           (coalesce(paid.amount, 0) - coalesce(back.amount, 0))::bigint AS received
      FROM loans
      JOIN loan_balances USING (customer_no, loan_no)
      LEFT JOIN (SELECT loan_no, sum(interest_fen) AS interest, sum(penalty_fen) AS penalty,
                        sum(fee_fen) AS fee
                   FROM (SELECT loan_no, interest_fen, penalty_fen, fee_fen FROM ledger_accruals
                         UNION ALL
                         SELECT loan_no, interest_fen, penalty_fen, fee_fen FROM ledger_postings
                          WHERE against = 'income') AS charged
                  GROUP BY loan_no) AS income USING (loan_no)
      LEFT JOIN (SELECT loan_no, sum(payments.amount_fen) AS amount
                   FROM payments LEFT JOIN payment_reversals AS taken USING (customer_no, payment_no, loan_no)
                  WHERE taken.payment_no IS NULL GROUP BY loan_no) AS paid USING (loan_no)
      -- What the lender gives away at its own cost was not received before.
      LEFT JOIN (SELECT loan_no, sum(amount_fen) AS amount FROM refunds
                  WHERE NOT is_goodwill AND state <> 'cancelled'
                  GROUP BY loan_no) AS back USING (loan_no)`)
  return rows.map(({ loan_no, customer_no, is_reversed, is_rewritten, ...amounts }) => ({
    loanNo: loan_no,
    customer: customer_no,
    isReversed: is_reversed,
    isRewritten: is_rewritten,
    booked: numbersOf(amounts),
  }))
}

/** Sums over the instalments of a loan; `settled` is what is paid or waived. */
export type PlannedFigures = Readonly<Record<'principalDue' | 'paid' | `${Part}Settled`, number>>

/** Reads the sums of some loans from the view `instalments`, which is meant for manual SQL. */
export async function readPlanned(
  db: Queryable,
  loanNos: readonly string[],
): Promise<ReadonlyMap<string, PlannedFigures>> {
  const rows = await db.query<{ loan_no: string } & Record<keyof PlannedFigures, bigint>>(
    `SELECT loan_no, sum(principal_due_fen)::bigint AS "principalDue",
            sum(principal_paid_fen + interest_paid_fen + penalty_paid_fen + fee_paid_fen)::bigint AS paid,
            sum(principal_paid_fen + principal_waived_fen)::bigint AS "principalSettled",
            sum(interest_paid_fen + interest_waived_fen)::bigint AS "interestSettled",
            sum(penalty_paid_fen + penalty_waived_fen)::bigint AS "penaltySettled",
            sum(fee_paid_fen + fee_waived_fen)::bigint AS "feeSettled"
       FROM instalments WHERE loan_no = ANY ($1) GROUP BY loan_no`,
    [loanNos],
  )
  return new Map(rows.map(({ loan_no, ...amounts }) => [loan_no, numbersOf(amounts)]))
}

/** Converts amounts to numbers: they are far below Number.MAX_SAFE_INTEGER here. */
function numbersOf<Name extends string>(
  amounts: Readonly<Record<Name, bigint>>,
): Record<Name, number> {
  return Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [name, Number(amount)]),
  ) as Record<Name, number>
}
