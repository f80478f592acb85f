export { staffHandlers } from './handlers.ts'
export { isOnRoster } from './names/roster-store.ts'
export { rosterTasks } from './names/tasks.ts'
