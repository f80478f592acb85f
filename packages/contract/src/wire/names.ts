/**
 * The names of the specification that are not ours: on the left as on the wire, on the right as in the
 * rest of the code. No other package contains a name of the left side.
 */
export const drawNames = { loanSeqNo: 'drawNo' } as const

export const mallOrderNames = { ...drawNames, canGiveBack: 'isReturnable' } as const

export const termNames = {
  loanAmount: 'amount',
  instalment: 'months',
  repayMethod: 'method',
  couponId: 'couponNo',
  borrowPurpose: 'purposeCode',
} as const

export const couponNames = {
  couponId: 'couponNo',
  bestCouponId: 'bestCouponNo',
  usableCoupon: 'usable',
  disableCoupon: 'unusable',
} as const

export const quoteNames = {
  loanIdentityDto: 'agreementInput',
  protocolParams: 'agreementFields',
} as const

/** The idempotency key of a payment order, by which its state is requested. */
export const orderNames = { repaySeqNo: 'requestNo' } as const
