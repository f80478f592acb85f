import type { StepAnswer } from '@qingzhou/contract/credit'
import { pages } from '@qingzhou/contract/pages'
import { drawStep } from '@qingzhou/domain/loans/draw'
import type { SignedInCaller } from '#platform/caller.ts'
import { requireAt } from '#features/applications/index.ts'
import type { Services } from '#platform/services.ts'
import { findLoanApplication, findRunning, type LoanApplication } from './loan-application-store.ts'
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
  const step = drawStep(application && (await progressOf(services, application)))
  return step === 'faceForLoan' ? { step, pageUrl: pages.faceForLoan } : { step }
}

async function progressOf(services: Services, application: LoanApplication) {
  if (application.state !== 'verifying') return { isVerified: true, needsFace: false }
  const proofs = await proofsLeft(services, application)
  return { isVerified: false, needsFace: proofs.includes('face') }
}
