export { askForReconciliation } from './ask-for-reconciliation.ts'
export {
  comparedAt,
  countDifferences,
  readDifferences,
  type KeptDifference,
} from './difference-store.ts'
export { reconcileDay } from './reconcile-day.ts'
export { reconciliationTasks } from './tasks.ts'
