import {
  noPosition,
  positionForBureau,
  type BureauFact,
  type BureauPosition,
} from '@qingzhou/domain/bureau/bureau-event'
import { factOf, type BureauEvent } from '@qingzhou/domain/bureau/month-events'
import { loanOn } from '@qingzhou/domain/acts/past'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isSettled, type Loan } from '@qingzhou/domain/loans/loan'
import { readActs, readLoans, replayActs, type LoanRecord } from '@qingzhou/lending/index'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { LoanKey } from './event-store.ts'

/** A loan as it was on a day, for a record that may have been returned since. */
export function positionOn(
  { reversedOn }: LoanRecord,
  { loan, day }: { readonly loan: Loan; readonly day: LocalDate },
): BureauPosition {
  const isReturned = reversedOn !== undefined && reversedOn <= day
  return isReturned ? noPosition : positionForBureau(loan, day)
}

export function reasonOf(
  { consolidatedInto }: LoanRecord,
  { isReturned }: { readonly isReturned: boolean },
) {
  if (isReturned) return 'returned'
  return consolidatedInto === undefined ? 'settled' : 'consolidated'
}

/** What the books say today about what an event told. Undefined if they do not have its day any more. */
export async function readBooksFact(
  db: Queryable,
  { customer, loanNo }: LoanKey,
  { asOf, fact }: Pick<BureauEvent, 'asOf' | 'fact'>,
): Promise<BureauFact | undefined> {
  const records = await readLoans(db, customer)
  const record = records.find((one) => one.loanNo === loanNo)
  if (!record || !fact) return undefined
  if (fact.about === 'opened') return { about: 'opened', amount: record.loan.amount }
  if (fact.about === 'closed') {
    const isReturned = record.reversedOn !== undefined
    const isClosed = isReturned || isSettled(record.loan)
    return { about: 'closed', reason: isClosed ? reasonOf(record, { isReturned }) : undefined }
  }
  const found = replayActs(await readActs(db, customer), records).get(loanNo)
  if (found?.kind !== 'loan') return undefined
  const loan = loanOn(found.past, asOf)
  return factOf(fact.about, positionOn(record, { loan, day: asOf }))
}
