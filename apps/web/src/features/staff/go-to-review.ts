import type { ProofSubject } from '@qingzhou/contract/proofs'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation.ts'

/** To a proof to be reviewed, or without one to where it is said that none is left. */
export async function goToReview(
  proofNo: string | undefined,
  subject: ProofSubject | undefined,
): Promise<void> {
  return go(routes.staff.reviewProof, { query: { proofNo, subject }, replace: true })
}
