export { mallHandlers, mallTasks, mallCallback } from './handlers.ts'
export { findReturning } from './mall-order-store.ts'
