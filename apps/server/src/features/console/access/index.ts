export { consoleAccessHandlers } from './handlers.ts'
export { memberKinds } from './member-kinds.ts'
