import type { PaymentOfList } from '#features/repayment/queries.ts'

/** The labels of payment kinds. */
export const kindNames: Record<PaymentOfList['kind'], string> = {
  due: '按期还款',
  earlyFull: '提前结清',
  earlyPart: '部分提前还款',
  waiver: '减免还款',
  conversion: '转入新分期',
}

/** The origin of the money. */
export function payerOf({
  bankName,
  lastFour,
  kind,
  app,
  isTransfer,
}: Pick<PaymentOfList, 'bankName' | 'lastFour' | 'kind' | 'app' | 'isTransfer'>): string {
  if (bankName !== undefined) return `${bankName}（${lastFour ?? ''}）`
  if (app !== undefined) return app === 'wallet' ? '支付应用' : '消息应用支付'
  if (isTransfer) return '银行转账'
  return kind === 'conversion' ? '账单转分期' : '银行卡'
}

/** What became of a payment that was reversed. */
export function reversalOf({ wasBookedWrongly }: Pick<PaymentOfList, 'wasBookedWrongly'>): string {
  return wasBookedWrongly ? '已更正' : '已撤销'
}
