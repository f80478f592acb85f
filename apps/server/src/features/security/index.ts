export { securityHandlers } from './handlers.ts'
