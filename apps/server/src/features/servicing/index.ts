import type { AnyProposalKind } from '#features/proposals/index.ts'
import { cancelOneLimit, endAllSessions, grantCoupon, unlinkApp } from './account-kinds.ts'
import {
  correctAddress,
  correctCompany,
  correctContacts,
  correctEmail,
  correctPersonName,
} from './detail-kinds.ts'
import { hardshipPlan } from './hardship-kind.ts'
import { cutOneRate, deferOneInstalment, forbear, offerOneWaiver } from './terms-kinds.ts'

/** What staff do at a customer's request that a borrower otherwise does alone. */
export const servicingKinds: readonly AnyProposalKind[] = [
  deferOneInstalment,
  forbear,
  cutOneRate,
  offerOneWaiver,
  hardshipPlan,
  cancelOneLimit,
  endAllSessions,
  unlinkApp,
  grantCoupon,
  correctAddress,
  correctEmail,
  correctContacts,
  correctCompany,
  correctPersonName,
]
