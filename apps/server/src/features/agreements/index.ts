export {
  agreementsHandlers,
  type QuoteDelayFacts,
  type QuoteFacts,
  type QuotePlanFacts,
  type QuoteSecondFacts,
} from './handlers.ts'
export { agreementsOfLoan, signedPaper } from './read-signed.ts'
export { signAgreements } from './sign-agreements.ts'
export type { DelayFacts, LoanFacts, PlanFacts, SecondFacts } from './template.ts'
