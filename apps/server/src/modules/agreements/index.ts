export { agreementsHandlers, type QuoteDelayFacts, type QuoteFacts } from './handlers.ts'
export { signedPaper } from './read-signed.ts'
export { signAgreements } from './sign-agreements.ts'
export type { DelayFacts, LoanFacts } from './template.ts'
