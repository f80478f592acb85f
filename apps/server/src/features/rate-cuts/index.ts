export { enqueueRateCutAnnouncement } from './planned-rate-cuts.ts'
export { isRateCutDue, planRateCut } from './planned-rate-cuts.ts'
export { rateCutsHandlers, rateCutTasks } from './handlers.ts'
