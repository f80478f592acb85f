export { consoleAccessHandlers } from './handlers.ts'
