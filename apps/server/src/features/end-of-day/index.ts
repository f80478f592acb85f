export { listLedgerDifferences } from './checks/book-rule-store.ts'
export { recomputeCustomer } from './checks/recompute-loans.ts'
