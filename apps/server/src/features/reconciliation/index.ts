export { enqueueReconciliation } from './reconcile-day.ts'
export {
  findComparisonTime,
  countDifferences,
  lastComparedDay,
  readDifferences,
  type DifferenceRecord,
  type ProviderAnswer,
} from './difference-store.ts'
export { reconcileDay } from './reconcile-day.ts'
export { reconciliationTasks } from './tasks.ts'
