export { correctName } from './card/correct-name.ts'
export { amendIdCard } from './card/amend-id-card.ts'
export {
  amendmentAwaitsFace,
  mayAmend,
  findPerson,
  getPerson,
  requireKnownCard,
  requireValidCard,
} from './card/card-on-file.ts'
export { findCard as findIdCard, indexName, nameIndex } from './card/id-card-store.ts'
export { cardQuotas } from './card/card-quotas.ts'
export { isInRegister } from './card/verify-id-number.ts'
export { hasMatched, consumeMatch } from './card/identity-store.ts'
export {
  attemptsLeft,
  returnAttempt,
  returnFaceAttempts,
  takeAttempt,
} from './daily-attempt-store.ts'
export { isInReview as isFaceInReview } from './face/face-review-store.ts'
export { readFaceReview } from './face/read-face-review.ts'
export { reviewFace } from './face/review-face.ts'
export { closeFaceReviews, findHold } from './face/held-business-store.ts'
export { hasFailedFace } from './face/has-failed-face.ts'
export { hasPassedFace, takePassedFace } from './face/face-session-store.ts'
export { findFailedCheck, type FailedCheck } from './face/face-attempt-store.ts'
export { pass as passFaceCheck, walletFaceCallback } from './face/settle-channel-face.ts'
export type { AwaitsFace } from './face/open-face-session.ts'
export { identityHandlers, identityTasks } from './handlers.ts'
