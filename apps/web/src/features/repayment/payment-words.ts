import type { PaymentOfList } from './queries.ts'

/** What kind of payment it was, in words. */
export const kindNames: Record<PaymentOfList['kind'], string> = {
  due: '按期还款',
  earlyFull: '提前结清',
  earlyPart: '提前还部分',
  waiver: '减免还款',
  conversion: '转入新分期',
}

/** Where the money came from. */
export function payerOf({ bankName, lastFour, kind }: PaymentOfList): string {
  if (bankName !== undefined) return `${bankName}（${lastFour ?? ''}）`
  return kind === 'conversion' ? '账单转分期' : '应用内支付'
}
