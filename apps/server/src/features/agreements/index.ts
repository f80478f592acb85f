export {
  agreementsHandlers,
  type QuoteDeferralFacts,
  type QuoteFacts,
  type QuoteConsolidationPlanFacts,
  type QuoteBillConversionFacts,
} from './handlers.ts'
export { agreementsOfLoan, signedDocument } from './read-signed.ts'
export { signAgreements } from './sign-agreements.ts'
export type {
  DeferralFacts,
  LoanFacts,
  ConsolidationPlanFacts,
  BillConversionFacts,
} from './template.ts'
