export { cancelByStaff } from './handlers.ts'
export { limitCancellationHandlers } from './handlers.ts'
