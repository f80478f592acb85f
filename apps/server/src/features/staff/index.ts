export { staffHandlers } from './handlers.ts'
export { isListed } from './names/is-listed.ts'
export { nameTasks } from './names/tasks.ts'
