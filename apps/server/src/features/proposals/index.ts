export { versionIn } from './base.ts'
export { changesBetween, withSign } from './changes.ts'
export {
  approve,
  endExpired,
  reject,
  renew,
  sendBack,
  type ProposalOutcome,
} from './decide-proposal.ts'
export { tryOut, type DryRun, type Effect } from './dry-run.ts'
export {
  amountField,
  choiceField,
  countField,
  customerField,
  dayField,
  loanField,
  NUMBER,
  optionalField,
  phoneField,
  rateField,
  readFields,
  textField,
  type Field,
} from './fields.ts'
export { addEvidence, comment, evidenceFile } from './notes.ts'
export { listNotes, type NoteRecord } from './note-store.ts'
export {
  proposalKind,
  type AnyProposalKind,
  type Approval,
  type ProposalKind,
  type ProposalServices,
  type VerifyServices,
} from './proposal-kind.ts'
export { proposalStates, type ListedProposal, type ProposalState } from './proposal-store.ts'
export { versionOf } from './proposal-version.ts'
export { actAlone, kindOf, propose, rehearse, type ProposalDeps } from './propose.ts'
export {
  findOpenParameters,
  hasMoved,
  readProposals,
  showProposal,
  type ShownProposal,
} from './read-proposals.ts'
export { findProposal, listProposals } from './proposal-store.ts'
export { pageOfProposals, type ProposalsWanted } from './proposal-list-store.ts'
export {
  findClosedKinds,
  lacksEvidence,
  brokenRules,
  requireStaff,
  rolesFor,
  ruleOfRefusal,
  type Acting,
} from './rules.ts'
