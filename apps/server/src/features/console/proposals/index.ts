export { consoleProposalsHandlers } from './handlers.ts'
export { proposalKinds } from './kinds.ts'
