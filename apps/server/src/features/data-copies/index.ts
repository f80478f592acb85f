export { readCopiedTables } from './copied-rows.ts'
export { dataCopiesHandlers } from './handlers.ts'
export { dataCopyTasks } from './tasks.ts'
