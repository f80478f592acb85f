export { creditHandlers } from './handlers.ts'
