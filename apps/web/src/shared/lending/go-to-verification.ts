import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation/navigation.ts'

/** What a draw still asks of its borrower. The face before the code: a code lives only minutes. */
export async function goToVerification(
  loanSeqNo: string,
  verification: readonly ('sms' | 'face')[],
): Promise<void> {
  const query = { loanSeqNo }
  if (verification.includes('face')) return go(routes.identity.faceForLoan, { query })
  if (verification.includes('sms')) return go(routes.loans.confirmLoan, { query })
  return go(routes.loans.loanResult, { query, replace: true })
}
