import type { SignedPlan } from '@qingzhou/contract/restructure'
import { isSettled, sumOfParts } from '@qingzhou/domain/loans/loan'
import { sum } from '@qingzhou/domain/money/money'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import type { LoanRecord } from '#lending/index.ts'
import { instalmentsOf } from '#features/repayment/index.ts'
import { monthsSigned } from '#features/restructure/personalised/plan-store.ts'
import {
  readSeconds,
  type BillConversionRecord,
} from '#features/restructure/bill-conversion/second-store.ts'

/** What was signed, beside the books. */
type Signatures = {
  readonly seconds: readonly BillConversionRecord[]
  /** The agreed number of instalments, by loan: a broken plan has fewer left. */
  readonly months: ReadonlyMap<string, number>
}

export async function readSignatures(db: Queryable, customer: CustomerNo): Promise<Signatures> {
  const [seconds, months] = await Promise.all([
    readSeconds(db, customer),
    monthsSigned(db, customer),
  ])
  return { seconds, months }
}

/** A new plan as it stands; nothing for a loan that is none. */
export function planOf(
  kept: LoanRecord,
  { today, seconds, months }: Signatures & { readonly today: LocalDate },
): SignedPlan | undefined {
  const { loan, loanNo, origin, brokenOn } = kept
  if (origin === 'draw') return undefined
  const instalments = instalmentsOf(kept, today)
  const next = instalments.find(({ state }) => state !== 'settled')
  const second = seconds.find((one) => one.loanNo === loanNo)
  return {
    loanNo,
    kind: origin === 'personalised-plan' ? 'personalised' : 'second',
    state: stateOf(kept, next),
    signedOn: second?.signedOn ?? loan.start,
    amount: loan.amount,
    months: months.get(loanNo) ?? instalments.length,
    annualRate: loan.annualRatePpm,
    next,
    paidCount: instalments.filter(({ state }) => state === 'settled').length,
    paidTotal: sum(instalments.map(({ paid }) => sumOfParts(paid))),
    leftTotal: sum(instalments.map(({ amount }) => amount)),
    brokenOn,
  }
}

function stateOf({ loan, brokenOn }: LoanRecord, next: SignedPlan['next']): SignedPlan['state'] {
  if (isSettled(loan)) return 'settled'
  if (brokenOn !== undefined) return 'broken'
  return next && next.daysOverdue > 0 ? 'overdue' : 'open'
}
