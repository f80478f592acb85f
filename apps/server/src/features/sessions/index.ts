export { endSession, endSessionsOf } from './end-session.ts'
export { confirmSession, customerOfSecret, findSession } from './find-session.ts'
export { isKnownDevice } from './known-device-store.ts'
export { openSession } from './open-session.ts'
export {
  deleteOwnSession,
  deleteSessionsOfApp,
  listSessions,
  sessionOfRow,
  type SessionApp,
  type SessionRow,
  type StoredSession,
} from './session-store.ts'
