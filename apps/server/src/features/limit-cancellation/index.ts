export { limitCancellationHandlers } from './handlers.ts'
