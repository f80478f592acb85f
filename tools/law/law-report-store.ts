import { localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { LoanFee } from '@qingzhou/domain/cost/service-fee'
import type { Method } from '@qingzhou/domain/loans/amortise'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { Queryable } from '@qingzhou/platform/database/database'

/** Open loans of equal cost. Without a fee, the rate is the whole cost. */
export type OpenLoans = {
  readonly lender: string
  readonly annualRatePpm: bigint
  readonly loans: number
  readonly withFee:
    | {
        readonly amount: Money
        readonly months: number
        readonly method: Method
        readonly start: LocalDate
        readonly fee: LoanFee
      }
    | undefined
}

type Row = {
  readonly lender: string
  readonly annual_rate_ppm: number
  readonly fee_fen: bigint | null
  readonly fee_charged: LoanFee['charged'] | null
  readonly amount_fen: bigint | null
  readonly months: number | null
  readonly method: Method | null
  readonly start_on: LocalDate | null
  readonly loans: number
}

/** How many loans are open at each cost of each kind of lender. */
export async function countOpenLoansByCost(db: Queryable): Promise<OpenLoans[]> {
  const rows = await db.query<Row>(
    `SELECT lender, annual_rate_ppm, fee_fen, fee_charged, amount_fen, months, method, start_on,
            count(*)::integer AS loans
       FROM (SELECT loans.lender, loans.annual_rate_ppm, charged.fee_fen, charged.fee_charged,
                    charged.amount_fen, charged.months, charged.method,
                    CASE WHEN charged.fee_fen IS NOT NULL THEN loans.start_on END AS start_on
               FROM loans LEFT JOIN draws AS charged
                 ON charged.customer_no = loans.customer_no AND charged.loan_no = loans.loan_no
                AND charged.fee_fen > 0
              WHERE NOT loans.is_settled) AS open_loans
      GROUP BY lender, annual_rate_ppm, fee_fen, fee_charged, amount_fen, months, method, start_on
      ORDER BY lender, annual_rate_ppm, fee_fen NULLS FIRST, amount_fen, months, start_on`,
    [],
  )
  return rows.map((row) => ({
    lender: row.lender,
    annualRatePpm: BigInt(row.annual_rate_ppm),
    loans: row.loans,
    withFee: termsOf(row),
  }))
}

function termsOf(row: Row): OpenLoans['withFee'] {
  const { amount_fen, months, method, start_on, fee_fen, fee_charged } = row
  if (amount_fen === null || months === null || method === null) return undefined
  if (start_on === null || fee_fen === null || fee_charged === null) return undefined
  const fee = { amount: fen(fee_fen), charged: fee_charged }
  return { amount: fen(amount_fen), months, method, start: localDate(start_on), fee }
}
