import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { cutRateOf } from '@qingzhou/domain/acts/past'
import { cutRate, type RateCut } from '@qingzhou/domain/rate-cuts/rate-cut'
import { refused, type Outcome } from '@qingzhou/domain/refusal'
import type { ChangedLoan } from '@qingzhou/domain/repayment/excess'
import { readActs } from '#books-store.ts'
import { dayFor } from '#change.ts'
import { readBusinessDate } from '#ledger/index.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'
import { readLoans } from '#loans/loan-store.ts'
import type { RecordedAct } from '#recorded-acts.ts'
import { replayActs } from '#replay-acts.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'

/** The acts of a customer, and the loans that they opened. */
export type Pasts = {
  readonly acts: readonly RecordedAct[]
  readonly loans: readonly LoanRecord[]
}

/** The acts that a cut of a loan needs. None if its first day is still to come. */
export async function readPasts(
  db: Queryable,
  cut: { readonly customer: CustomerNo; readonly before: LoanRecord; readonly from: LocalDate },
): Promise<Pasts> {
  const { customer, before, from } = cut
  if (from > dayFor([before], await readBusinessDate(db))) return { acts: [], loans: [] }
  const [acts, loans] = await Promise.all([readActs(db, customer), readLoans(db, customer)])
  return { acts, loans }
}

/**
 * A rate cut of a loan. For a day that has passed the loan is rebuilt from its acts, which is
 * refused where these followed earlier rules. [T2]
 */
export function rateCutOf(
  { loan, loanNo }: LoanRecord,
  { pasts, ...cut }: RateCut & { readonly pasts: Pasts },
): Outcome<ChangedLoan> {
  if (addDays(cut.from, -1) >= cut.today) return cutRate(loan, cut)
  const replayed = replayActs(pasts.acts, pasts.loans).get(loanNo)
  return replayed?.kind === 'loan'
    ? cutRateOf(replayed.past, cut)
    : refused({ kind: 'rate-cut-date-out-of-range' })
}
