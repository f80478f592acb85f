export { bureauCallback } from './bureau-callback.ts'
export { creditHandlers } from './handlers.ts'
export { invite, moveInvitation } from './invitation-store.ts'
export { creditTasks } from './tasks.ts'
