export { consoleQueuesHandlers } from './handlers.ts'
export { acceptFinding } from './accept-kind.ts'
