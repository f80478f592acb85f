import type { AnyProposalKind } from '#features/proposals/index.ts'
import { raiseLimit } from '#features/support/index.ts'

/** Every act that one member of staff proposes and another one approves. */
export const proposalKinds: readonly AnyProposalKind[] = [raiseLimit]
