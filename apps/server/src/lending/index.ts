export type { Act, Deps } from './act.ts'
export { lockCustomerBooks, lockLoanRow } from './books-store.ts'
export {
  cutRate,
  defaultPlan,
  deferInstalment,
  grantForbearanceOnLoan,
} from './changes/change-terms.ts'
export { consolidateLoans, convertLoanBill } from './changes/convert.ts'
export { cutRates, type CutOrder, type CutProgress } from './changes/cut-rates.ts'
export {
  findOffer,
  lapseOffers,
  offersAfter,
  readOffers,
  type OfferRecord,
} from './changes/offer-store.ts'
export { offerWaiver } from './changes/offer-waiver.ts'
export { latePlans } from './changes/plan-store.ts'
export { readRateCuts, type RateCutRecord } from './changes/rate-cut-store.ts'
export { noteReturn, reverseLoan } from './changes/reverse-loan.ts'
export { approveDraw, reserveDraw, type DrawRequest, type Held } from './draws/approve-draw.ts'
export { bookDraw } from './draws/book-draw.ts'
export { insertCoupon, readCoupons } from './draws/coupon-store.ts'
export { draw, releaseDraw } from './draws/draw.ts'
export { findDraw, findDrawOfLoan, findDraws, type DrawRecord } from './draws/draw-store.ts'
export { findLimit, type LimitRecord } from './limits/limit-store.ts'
export { cancelLimit, openLimit } from './limits/open-limit.ts'
export type { LoanRecord } from './loans/loan-rows.ts'
export { readLoans, readOpenLoans } from './loans/loan-store.ts'
export { payWithWaiver } from './payments/pay-with-waiver.ts'
export { receivePayment } from './payments/receive-payment.ts'
export { repayInFull } from './payments/repay-in-full.ts'
export { repayInPart } from './payments/repay-in-part.ts'
export { repayThrough } from './payments/repay-through.ts'
export { repay } from './payments/repay.ts'
export type { PaymentAnswer, PaymentRequest } from './payments/take-payment.ts'
export { advanceRefund, confirmTransfer } from './payments/transfers.ts'
export { readActs } from './recorded-act-store.ts'
export { replayActs, type Replayed } from './replay-acts.ts'
