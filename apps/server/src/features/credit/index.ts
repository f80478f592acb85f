export { readCreditReview } from './referral/read-credit-review.ts'
export { reviewCredit } from './referral/review-credit.ts'
export { explainRules } from './referral/explain-rules.ts'
export { bureauCallback } from './decide-application.ts'
export { creditHandlers, creditTasks } from './handlers.ts'
export { currentStep } from './progress.ts'
export {
  countInvitations,
  endInvitations,
  invite,
  markInvitationTold,
  moveInvitation,
  untoldInvitations,
  type UntoldInvitation,
} from './invitation-store.ts'
