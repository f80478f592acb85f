import type { StepAnswer } from '@qingzhou/contract/credit'
import { pages } from '@qingzhou/contract/pages'
import type { SignedInCaller } from '#caller.ts'
import { requireAt } from '#modules/applications/index.ts'
import type { Services } from '#services.ts'
import { findLoanApplication, findRunning } from './loan-application-store.ts'
import { proofsLeft } from './proofs-left.ts'

/**
 * Where a borrower is with a draw: at choosing one, at their face, or at its result. A draw on its way
 * is found without its number, too: the phone may have been reloaded, or be another one.
 */
export async function loanStep(
  services: Services,
  caller: SignedInCaller,
  { loanSeqNo }: { readonly loanSeqNo?: string | undefined },
): Promise<StepAnswer> {
  const { database } = services
  const { customer } = caller.session
  await requireAt(database, services, caller, 'borrow')
  const asked =
    loanSeqNo === undefined
      ? undefined
      : await findLoanApplication(database, { customer, loanSeqNo })
  const application = asked ?? (await findRunning(database, customer))
  if (!application) return { step: 'borrow' }
  if (application.state !== 'verifying') return { step: 'loanResult' }

  const proofs = await proofsLeft(services, application)
  return proofs.includes('face')
    ? { step: 'faceForLoan', pageUrl: pages.faceForLoan }
    : { step: 'borrow' }
}
