export { noteStaffAct, type StaffAct, type StaffActor } from './note-staff-act.ts'
export { isStillThere, lastRow, verifyLogs, type KnownRow, type Verified } from './verify-logs.ts'
