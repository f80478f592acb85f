export { recordStaffAct } from './chained-log-store.ts'
export {
  hasRow,
  lastRow,
  verifyLogs,
  type KnownRow,
  type VerifiedLog,
} from './chained-log-store.ts'
