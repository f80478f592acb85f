export { endSession, endSessions } from './open-session.ts'
export { confirmSession, customerOfSecret, findSession } from './open-session.ts'
export { isDeviceOfSession, isKnownDevice, SESSION_DAYS_MAX } from './session-store.ts'
export { openSession } from './open-session.ts'
export {
  admitSessions,
  deleteOwnSession,
  deleteSessionsOfApp,
  listSessions,
  sessionOfRow,
  type SessionApp,
  type SessionRow,
  type StoredSession,
} from './session-store.ts'
