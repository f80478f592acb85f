export { amendIdCard } from './card/amend-id-card.ts'
export {
  amendmentAwaitsFace,
  mayAmend,
  findPerson,
  personOf,
  requireKnownCard,
  requireValidCard,
} from './card/card-on-file.ts'
export { cardQuotas } from './card/card-quotas.ts'
export { hasMatched, consumeMatch } from './card/identity-store.ts'
export { returnAttempt, takeAttempt } from './daily-attempt-store.ts'
export { hasFailedFace } from './face/has-failed-face.ts'
export { hasPassedFace, takePassedFace } from './face/face-session-store.ts'
export { walletFaceCallback } from './face/settle-channel-face.ts'
export type { AwaitsFace } from './face/open-face-session.ts'
export { identityHandlers } from './handlers.ts'
