export { securityHandlers, unlink } from './handlers.ts'
