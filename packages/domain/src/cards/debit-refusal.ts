/** Why a bank declines a debit, by what the holder of the card can do about it. */
export const debitRefusalKinds = [
  'balance',
  'card',
  'limit',
  'binding',
  'support',
  'other',
] as const
export type DebitRefusalKind = (typeof debitRefusalKinds)[number]

interface DebitRefusal {
  /** Follows the card: 尾号 1234 的… */
  readonly reason: string
  readonly advice: string
  /** Whether no later debit can succeed before the bank or the holder has done something. */
  readonly isLasting: boolean
}

/** What every text says about a declined debit. A reason or advice fits into a parameter of an SMS. */
export const debitRefusals: Readonly<Record<DebitRefusalKind, DebitRefusal>> = {
  balance: {
    reason: '银行卡余额不足',
    advice: '请存入足够的款项，或在“还款”中换一张卡还款',
    isLasting: false,
  },
  card: {
    reason: '银行卡状态异常，可能被冻结或挂失',
    advice: '请联系发卡银行，或在“还款”中换一张卡还款',
    isLasting: true,
  },
  limit: {
    reason: '银行卡超过银行限额',
    advice: '请在“还款”中换一张卡还款，或分次还款',
    isLasting: false,
  },
  binding: {
    reason: '银行卡需要重新绑定',
    advice: '请重新绑定，或在“还款”中换一张卡还款',
    isLasting: true,
  },
  support: {
    reason: '银行卡不支持自动扣款',
    advice: '请在“还款”中换一张卡还款',
    isLasting: true,
  },
  other: {
    reason: '银行卡扣款未获银行受理',
    advice: '请联系发卡银行，或在“还款”中换一张卡还款',
    isLasting: false,
  },
}
