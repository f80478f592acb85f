export {
  agreementsHandlers,
  type QuoteDeferralFacts,
  type QuoteForbearanceFacts,
  type QuoteFacts,
  type QuoteConsolidationPlanFacts,
  type QuoteBillConversionFacts,
  type QuoteCardFacts,
} from './handlers.ts'
export { agreementsOfBusiness, agreementsOfLoan, signedDocument } from './read-signed.ts'
export { requireAgreed, signAgreements } from './sign-agreements.ts'
export type {
  DeferralFacts,
  ForbearanceFacts,
  LoanFacts,
  ConsolidationPlanFacts,
  BillConversionFacts,
  CardFacts,
} from './template.ts'
