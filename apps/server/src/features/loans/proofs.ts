import type { LoanApplication } from './loan-application-store.ts'

export type Proof = 'sms' | 'face'

/** What a borrower has to prove before the money goes out. */
export function proofsOf({
  state,
  needsFace,
}: Pick<LoanApplication, 'state' | 'needsFace'>): Proof[] {
  if (state !== 'verifying') return []
  return needsFace ? ['sms', 'face'] : ['sms']
}
