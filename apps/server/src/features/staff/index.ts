export { staffHandlers } from './handlers.ts'
export { isOnRoster } from './names/is-on-roster.ts'
export { rosterTasks } from './names/tasks.ts'
