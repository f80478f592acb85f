export { agreementsHandlers, type QuoteFacts } from './handlers.ts'
export { signedPaper } from './read-signed.ts'
export { signAgreements } from './sign-agreements.ts'
export type { LoanFacts } from './template.ts'
