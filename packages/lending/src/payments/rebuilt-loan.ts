import type { LoanPast } from '@qingzhou/domain/acts/past'
import { granted, refused, type Outcome } from '@qingzhou/domain/refusal'
import { readActs } from '#books-store.ts'
import type { Pasts } from '#changes/rate-cut-of.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'
import { readLoans } from '#loans/loan-store.ts'
import { replayActs } from '#replay-acts.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'

export async function readAllPasts(tx: Transaction, customer: CustomerNo): Promise<Pasts> {
  const [acts, loans] = [await readActs(tx, customer), await readLoans(tx, customer)]
  return { acts, loans }
}

/** The loan with its acts. Refused if another loan replaced it, or its acts followed other rules. */
export function rebuildable(
  { loanNo, consolidatedInto, reversedOn }: LoanRecord,
  { acts, loans }: Pasts,
): Outcome<LoanPast> {
  if (consolidatedInto !== undefined) return notRebuilt('converted')
  if (reversedOn !== undefined) return notRebuilt('returned')
  const replayed = replayActs(acts, loans).get(loanNo)
  return replayed?.kind === 'loan' ? granted(replayed.past) : notRebuilt('older-rules')
}

function notRebuilt(reason: 'converted' | 'returned' | 'older-rules') {
  return refused({ kind: 'payment-not-reversible', reason })
}
