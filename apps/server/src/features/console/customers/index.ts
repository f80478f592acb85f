export { consoleCustomersHandlers } from './handlers.ts'
