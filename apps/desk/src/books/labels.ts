/** Chinese accounting terms of the ledger's accounts and events. */
const accounts: Readonly<Record<string, string>> = {
  principal: '应收本金',
  interest: '应收利息',
  penalty: '应收罚息',
  fee: '应收费用',
  bank: '银行存款',
  clearing: '清算在途',
  conversion: '债务转换',
  'interest-income': '利息收入',
  'penalty-income': '罚息收入',
  'fee-income': '费用收入',
  waived: '减免支出',
  'coupon-cost': '优惠券支出',
  'refunds-payable': '应付退款',
}

const events: Readonly<Record<string, string>> = {
  draw: '放款',
  accrual: '计提',
  payment: '还款',
  'early-full': '提前结清',
  'early-part': '部分提前还款',
  waiver: '减免',
  delay: '延期',
  relief: '纾困延期',
  'rate-cut': '降息',
  conversion: '债务转换',
  break: '分期终止',
  return: '退货撤销',
  'bank-disbursement': '银行付款到账',
  'bank-collection': '银行扣款到账',
  'bank-refund': '银行退款到账',
  'bank-return': '商城退回价款到账',
  'refund-sent': '退款发出',
  'refund-returned': '退款退回',
  'refund-failed': '退款失败',
  reversal: '还款撤销',
  'give-back': '退还客户',
  'bank-reversal': '银行退回款项',
}

/** A name without a label is shown as it is. */
export const accountLabel = (account: string): string => accounts[account] ?? account
export const eventLabel = (event: string): string => events[event] ?? event

export const transferLabels = {
  disbursement: '付款',
  debit: '扣款',
  refund: '退款',
  reversal: '退回',
} as const

export const transferStateLabels = {
  processing: '处理中',
  done: '已到账',
  declined: '已拒绝',
  unknown: '未收到',
} as const

/** How many coupons a person has, by state. */
export function couponSummary(
  coupons: readonly { readonly state: 'free' | 'reserved' | 'used' }[],
): string {
  if (coupons.length === 0) return '没有优惠券'
  const count = (state: string) => coupons.filter((coupon) => coupon.state === state).length
  return `优惠券 ${count('free')} 张可用，${count('reserved')} 张占用中，${count('used')} 张已用`
}
