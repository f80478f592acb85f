export { amountIn, choiceIn, customerIn, textIn } from './parameters.ts'
export { approve, reject, type ProposalOutcome } from './decide-proposal.ts'
export {
  proposalKind,
  type AnyProposalKind,
  type Approval,
  type ProposalServices,
} from './proposal-kind.ts'
export { proposalStates, type ListedProposal, type ProposalState } from './proposal-store.ts'
export { actAlone, propose, rehearse, type Acting, type ProposalDeps } from './propose.ts'
export {
  findOpenParameters,
  readProposals,
  showProposal,
  type ShownProposal,
} from './read-proposals.ts'
export { findProposal } from './proposal-store.ts'
