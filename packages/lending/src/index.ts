export type { Act, Deps } from './act.ts'
export {
  listLoansOfPayment,
  lockCustomerBooks,
  lockLoanRow,
  readBooksVersion,
  readLimitVersion,
  readLoanVersions,
} from './books-store.ts'
export {
  cutRate,
  defaultPlan,
  deferInstalment,
  deferralOf,
  forbearanceOf,
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
export { latePlans } from './changes/plan-store.ts'
export { readRateCuts, type RateCutRecord } from './changes/rate-cut-store.ts'
export { recordReturn, reverseLoan } from './changes/reverse-loan.ts'
export {
  insertDatedRows,
  listDatedRows,
  lockDatedRows,
  readDatedRows,
  readOpenRates,
  type RecordedDatedRow,
} from './dated/dated-store.ts'
export {
  insertPartnerRows,
  listPartnerRows,
  lockPartners,
  readPartnerRows,
} from './funding/partner-row-store.ts'
export { readExposures, readLoanPartners } from './funding/loan-partner-store.ts'
export { readFunding } from './funding/read-funding.ts'
export { OWN_PART, readDayParts } from './funding/read-day-parts.ts'
export {
  findSettlementDigest,
  insertSettlements,
  isDaySettled,
  type Settlement,
} from './funding/settlement-store.ts'
export type { DrawRequest } from './requests.ts'
export { approveDraw, obstacleToDisbursement, reserveDraw } from './draws/approve-draw.ts'
export { bookDraw, releaseDraw } from './draws/end-draw.ts'
export { reserveAgain } from './draws/reserve-again.ts'
export { countCoupons, endCoupons, insertCoupon, readCoupons } from './draws/coupon-store.ts'
export { findDraw, findDrawOfLoan, findDraws, type DrawRecord } from './draws/draw-store.ts'
export { findLimit, readDrawerBooks, type LimitRecord } from './limits/limit-store.ts'
export { cancelLimit, changeLimit, openLimit, setLimitFrozen } from './limits/open-limit.ts'
export type { LoanRecord } from './loans/loan-rows.ts'
export { readLoans, readOpenLoans } from './loans/loan-store.ts'
export type { PaymentAnswer, PaymentRequest } from './requests.ts'
export { receivePayment, repayInFull, repayInPart, repayThrough } from './payments/payments.ts'
export type { PastPaymentAnswer } from './requests.ts'
export { BY_TRANSFER, bookPastPayment, refundNosOfPast } from './payments/book-past-payment.ts'
export { giveBack } from './payments/give-back.ts'
export { reversePayment } from './payments/reverse-payment.ts'
export type { ReversalReason } from './payments/payment-store.ts'
export { advanceRefund, confirmTransfer } from './payments/transfers.ts'
export { waiveAmount } from './payments/waive-amount.ts'
export { offerWaiver, payWithWaiver } from './payments/waivers.ts'
export { readActs } from './books-store.ts'
export { replayActs, type ReplayedLoan } from './replay-acts.ts'
export {
  loanOf,
  matchesDebt,
  quoteRepayment,
  quoteWaiver,
  type OrderAim,
  type OrderLine,
  type RepaymentQuote,
} from './payments/quote-repayment.ts'
