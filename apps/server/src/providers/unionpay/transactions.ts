import type { UnionPayClient } from './client.ts'
import type { Fields } from './message.ts'
import { UNIONPAY_NOTICE_PATH } from './notices.ts'

/** What the transactions of the adapter share. */
export type Settings = { readonly client: UnionPayClient; readonly ownOrigin: () => string }

/** Direct debits (代收) and payouts (代付). */
export const DEBITS = '000501'
export const PAYOUTS = '000401'
export const query = { txnType: '00', txnSubType: '00', bizType: '000000' }

/** What is passed through to notices, questions and the day file: what the order is for. */
type Purpose = 'binding' | 'agreement' | 'payout' | 'debit' | 'refund'

export function purposeFields(purpose: Purpose, { ownOrigin }: Settings): Fields {
  return {
    channelType: '07',
    reqReserved: purpose,
    backUrl: `${ownOrigin()}${UNIONPAY_NOTICE_PATH}`,
  }
}
