import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation/navigation.ts'
import { drawParam } from '@qingzhou/contract/wire/params'

/**
 * Opens the outstanding verification of a draw. Face before SMS code, as a code expires within
 * minutes.
 */
export async function goToVerification(
  drawNo: string,
  verification: readonly ('sms' | 'face')[],
): Promise<void> {
  const query = { [drawParam]: drawNo }
  if (verification.includes('face')) return go(routes.identity.faceForLoan, { query })
  if (verification.includes('sms')) return go(routes.loans.confirmLoan, { query })
  return go(routes.loans.loanResult, { query, replace: true })
}
