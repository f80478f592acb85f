export { staffHandlers, rosterTasks } from './handlers.ts'
export { isOnRoster } from './names/roster-store.ts'
