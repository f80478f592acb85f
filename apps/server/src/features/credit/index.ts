export { bureauCallback } from './decide-application.ts'
export { creditHandlers, creditTasks } from './handlers.ts'
export { currentStep } from './progress.ts'
export {
  countInvitations,
  endInvitations,
  invite,
  markInvitationTold,
  moveInvitation,
  untoldInvitations,
  type UntoldInvitation,
} from './invitation-store.ts'
