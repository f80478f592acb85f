import { closeAnyDifference, closeSmallDifference } from './difference-kinds.ts'
import { bookPayment, givePaymentBack, matchTransfer, reversePaymentCase } from './payment-kinds.ts'

/** Payments and differences that staff settle by hand. */
export const paymentKinds = [
  bookPayment,
  matchTransfer,
  reversePaymentCase,
  givePaymentBack,
  closeSmallDifference,
  closeAnyDifference,
]
