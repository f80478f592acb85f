export { mallHandlers } from './handlers.ts'
export { findReturning } from './mall-order-store.ts'
export { mallNotice } from './mall-notice.ts'
export { mallTasks } from './tasks.ts'
