export { mallHandlers, mallTasks, mallCallback } from './handlers.ts'
export { countOpenOrders, findReturning } from './mall-order-store.ts'
