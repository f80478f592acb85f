export { enqueueRateCutAnnouncement } from './planned-rate-cuts.ts'
export { isRateCutDue, planRateCut } from './planned-rate-cuts.ts'
export { rateCutsHandlers } from './handlers.ts'
export { rateCutTasks } from './tasks.ts'
