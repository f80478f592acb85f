import { hasPassedFace } from '#features/identity/index.ts'
import type { Services } from '#platform/services.ts'
import type { LoanApplication } from './loan-application-store.ts'
import { proofsOf, type Proof } from './proofs.ts'

/** What is still to be proven. A code is typed last, so it is left until the draw runs. */
export async function proofsLeft(
  services: Services,
  application: LoanApplication,
): Promise<Proof[]> {
  const { customer, loanSeqNo } = application
  const proofs = proofsOf(application)
  if (!proofs.includes('face')) return proofs
  const face = { customer, purpose: 'loan', businessNo: loanSeqNo } as const
  const isPassed = await hasPassedFace(services.database, services, face)
  return isPassed ? proofs.filter((proof) => proof !== 'face') : proofs
}
