export { findPerson, personOf } from './card/person-of.ts'
export { hasPassedFace, takePassedFace } from './face/face-session-store.ts'
export { walletFaceNotice } from './face/settle-channel-face.ts'
export { identityHandlers } from './handlers.ts'
