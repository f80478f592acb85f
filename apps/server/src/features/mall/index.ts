export { mallHandlers } from './handlers.ts'
export { findReturning } from './mall-order-store.ts'
export { mallCallback } from './mall-callback.ts'
export { mallTasks } from './tasks.ts'
