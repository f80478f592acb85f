import { bookLostOrders } from './book-orders-kind.ts'
import { closeAnyDifference, closeSmallDifference } from './difference-kinds.ts'
import { counterBook, movePayment } from './move-kind.ts'
import { bookPayment, givePaymentBack, matchTransfer, reversePaymentCase } from './payment-kinds.ts'
import { waiveCharge } from './waive-kind.ts'

export { readOpenCharge } from './waive-kind.ts'
export { findCustomerOfLoan } from './case-store.ts'
export { CLOSED_ALONE_MAX } from './difference-kinds.ts'
export { bookableOrders, noteOf, type LeftOrder } from './lost-orders.ts'
export { TRANSFERS_MAX } from './book-orders-kind.ts'

/** Payments and differences that staff settle by hand. */
export const paymentKinds = [
  bookPayment,
  matchTransfer,
  bookLostOrders,
  reversePaymentCase,
  movePayment,
  counterBook,
  givePaymentBack,
  waiveCharge,
  closeSmallDifference,
  closeAnyDifference,
]
