export { dueLoans } from './automatic/due-loan-store.ts'
export { deferralFacts, quoteDeferral } from './deferral/quote-deferral.ts'
export {
  figuresOf,
  forbearanceFacts,
  forbearanceReviewed,
} from './forbearance/forbearance-figures.ts'
export { repaymentHandlers, repaymentTasks } from './handlers.ts'
export { instalmentsOf, planLengthOf, summaryOf, totalOf, loanOf, readBills } from './read-bills.ts'
export { mayJoin } from './overview.ts'
export {
  handleAppPaymentCallback,
  handleDebitCallback,
  handleReversal,
  handleRefundCallback,
  isOwnPayment,
  transferAmount,
} from './orders/callbacks.ts'
export { listPayingCards } from './orders/card-limits.ts'
export { findOpenOrder, findOrdersOfOffers, loansBeingPaid } from './orders/order-store.ts'
export { requestNoOf } from './orders/payment-number.ts'
export { reversalNoOf, reverseOrder, takePaymentBack } from './orders/reverse-order.ts'
export { placeOrder } from './orders/place-repayment.ts'
export { refundsUnderWay } from './refund-store.ts'
export { bookSentRefund, recordRefundDue } from './refunds/send-refund.ts'
export type { NotedDebit, NotedRefund } from './lost-orders/notes.ts'
export { rebuildOrder } from './lost-orders/rebuild-order.ts'
export { whyNot, type RenderRefusal } from './refusal-message.ts'
export { writeStatement } from './statement.ts'
