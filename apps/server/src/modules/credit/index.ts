export { bureauNotice } from './bureau-notice.ts'
export { creditHandlers } from './handlers.ts'
export { invite } from './invitation-store.ts'
export { creditTasks } from './tasks.ts'
