export {
  agreementsHandlers,
  type QuoteDeferralFacts,
  type QuoteFacts,
  type QuoteConsolidationPlanFacts,
  type QuoteBillConversionFacts,
  type QuoteCardFacts,
} from './handlers.ts'
export { agreementsOfBusiness, agreementsOfLoan, signedDocument } from './read-signed.ts'
export { requireAgreed, signAgreements } from './sign-agreements.ts'
export type {
  DeferralFacts,
  LoanFacts,
  ConsolidationPlanFacts,
  BillConversionFacts,
  CardFacts,
} from './template.ts'
