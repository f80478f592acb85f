export { staffHandlers, rosterTasks } from './handlers.ts'
export { isOnRoster } from './roster/roster-store.ts'
