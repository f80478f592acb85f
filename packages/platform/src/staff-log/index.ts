export { recordStaffAct, type StaffActor } from './chained-log-store.ts'
export { readLogPage } from './log-page-store.ts'
export {
  hasRow,
  lastRow,
  verifyLogs,
  verifyStaffLogAfter,
  type KnownRow,
  type VerifiedLog,
} from './chained-log-store.ts'
