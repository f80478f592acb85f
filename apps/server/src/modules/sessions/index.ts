export { endSession, endSessionsOf } from './end-session.ts'
export { confirmSession, customerOfSecret, findSession } from './find-session.ts'
export { openSession } from './open-session.ts'
export { sessionOfRow, type SessionRow, type StoredSession } from './session-store.ts'
