import type { AnyProposalKind } from '#features/proposals/index.ts'
import { memberKinds } from '#features/console/access/index.ts'
import { acceptFinding } from '#features/console/queues/index.ts'
import { recordDatedRows, recordFundingPartners } from '#features/dated-rows/index.ts'
import { paymentKinds } from '#features/payment-cases/index.ts'
import { closePeriod } from '#features/period-closing/index.ts'
import { servicingKinds } from '#features/servicing/index.ts'
import { supportKinds } from '#features/support/index.ts'

/** Every act of staff that is done alone or proposed by one and approved by another. */
export const proposalKinds: readonly AnyProposalKind[] = [
  ...servicingKinds,
  ...supportKinds,
  ...paymentKinds,
  recordDatedRows,
  recordFundingPartners,
  closePeriod,
  acceptFinding,
  ...memberKinds,
]
