export { recordStaffAct } from './chained-log-store.ts'
export { hasRow, lastRow, verifyLogs, type KnownRow, type Verified } from './chained-log-store.ts'
