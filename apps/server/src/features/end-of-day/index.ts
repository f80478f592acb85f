export { recomputeCustomer } from './checks/recompute-loans.ts'
