export { noteStaffAct, type StaffAct, type StaffActor } from './staff-act-store.ts'
export {
  isStillThere,
  lastRow,
  verifyLogs,
  type KnownRow,
  type Verified,
} from './chained-log-store.ts'
