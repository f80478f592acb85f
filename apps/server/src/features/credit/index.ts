export { bureauCallback } from './decide-application.ts'
export { creditHandlers } from './handlers.ts'
export {
  countInvitations,
  endInvitations,
  invite,
  markInvitationTold,
  moveInvitation,
  untoldInvitations,
  type UntoldInvitation,
} from './invitation-store.ts'
export { creditTasks } from './tasks.ts'
