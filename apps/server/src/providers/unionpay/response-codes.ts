import { BIND_AGAIN, reasonOf } from '#providers/bank/transform.ts'
import { ProviderFault } from '#providers/provider-fault.ts'
import type { Fields } from './message.ts'

export const DONE = '00'
/** Done, and something of it is not recorded yet. */
const DONE_WITH_DEFECT = 'A6'

/** Time-outs and unknown states, a repeated order, and failures that may still turn out otherwise. */
const OPEN = new Set(['01', '03', '04', '05', '12', '60'])

/** Nothing was done, for a reason that is not the customer's: closed, busy, malformed, not signed. */
const NOT_TAKEN = new Set(['02', '06', '10', '11', '13', '31', '32', '37', '39', '43'])

export const UNKNOWN_ORDER = '34'
export const WRONG_CODE = '71'
const BINDING_GONE = '40'
const ABOVE_LIMIT = new Set(['33', '81'])

/**
 * The card's bank does not serve this merchant, the card does not support this service, or its bank
 * has not permitted it. All other declines are final: about the card, its holder, a limit or a risk.
 */
const OF_ROUTE = new Set(['62', '68', '78'])

/** What a code says about an order. Throws if nothing is certain of it. */
export function stateOf(code: string, what: string): 'done' | 'processing' | 'declined' {
  if (code === DONE || code === DONE_WITH_DEFECT) return 'done'
  if (OPEN.has(code)) return 'processing'
  if (NOT_TAKEN.has(code) || !/^\w{2}$/.test(code)) throw new ProviderFault(what, `code ${code}`)
  return 'declined'
}

/** The reason of a decline. The clearing house ends its messages with a number in brackets. */
export function reasonIn(answer: Fields, prefix: 'resp' | 'origResp'): string {
  const code = answer[`${prefix}Code`] ?? ''
  if (code === BINDING_GONE) return BIND_AGAIN
  if (ABOVE_LIMIT.has(code)) return '超过银行限额，请换一张卡、减少还款金额或明天再还'
  return reasonOf(answer[`${prefix}Msg`]?.replace(/\[\w*\]$/, ''))
}

export function isOfRoute(answer: Fields, prefix: 'resp' | 'origResp'): boolean {
  return OF_ROUTE.has(answer[`${prefix}Code`] ?? '')
}
