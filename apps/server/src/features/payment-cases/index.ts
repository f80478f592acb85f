import { closeAnyDifference, closeSmallDifference } from './difference-kinds.ts'
import { movePayment } from './move-kind.ts'
import { bookPayment, givePaymentBack, matchTransfer, reversePaymentCase } from './payment-kinds.ts'
import { waiveCharge } from './waive-kind.ts'

/** Payments and differences that staff settle by hand. */
export const paymentKinds = [
  bookPayment,
  matchTransfer,
  reversePaymentCase,
  movePayment,
  givePaymentBack,
  waiveCharge,
  closeSmallDifference,
  closeAnyDifference,
]
