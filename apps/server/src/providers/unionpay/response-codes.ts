import { BIND_AGAIN, reasonOf } from '#providers/bank/transform.ts'
import { ProviderFault } from '#providers/provider-fault.ts'
import type { Fields } from './message.ts'

export const DONE = '00'
/** Done, and something of it is not recorded yet. */
const DONE_WITH_DEFECT = 'A6'

/** Nothing was done, for a reason that is not the customer's: closed, busy, malformed, not signed. */
const NOT_TAKEN = new Set(['02', '06', '10', '11', '13', '31', '32', '37', '39', '43'])

/**
 * Refused for certain: the order itself, the card, its holder, a limit or a risk. Every other code
 * leaves the order open: time-outs, a repeated order, a state that is not known, and 42, 74 and 75,
 * which say that money was debited.
 */
const DECLINED = new Set(
  '30 33 35 36 38 40 44 61 62 63 64 65 66 67 68 69 71 72 73 76 77 78 79 80 81 82'.split(' '),
)

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
  if (DECLINED.has(code)) return 'declined'
  if (NOT_TAKEN.has(code) || !/^\w{2}$/.test(code)) throw new ProviderFault(what, `code ${code}`)
  return 'processing'
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

export function codeOf(answer: Fields): string {
  return `code ${answer['respCode'] ?? ''}`
}
