import { deflateSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { UNIONPAY_MERCHANT_ID } from './keys.ts'
import type { UnionPayOrder } from './orders.ts'

/** The widths of the columns of the merchant's file, each followed by a space. */
const WIDTHS = [
  3, 11, 11, 6, 10, 19, 12, 4, 2, 21, 2, 32, 2, 6, 10, 13, 13, 4, 15, 2, 2, 6, 2, 4, 32, 1, 21, 15,
  1, 15, 32, 13, 13, 8, 32, 13, 13, 12, 2, 1, 32, 98,
]

/** The codes of the columns' transactions. */
const codes: Readonly<Record<string, string>> = { '11': 'S30', '12': 'S31', '04': 'S34' }

/** The file of a day as the clearing house makes it: a zip, deflated once more, in base64. */
export function dayFileContent(orders: readonly UnionPayOrder[], day: string): string {
  const lines = orders.map((order) => `${lineOf(order)}\r\n`).join('')
  const name = (kind: string) => `INN${day}88${kind}_${UNIONPAY_MERCHANT_ID}`
  const zip = zipSync({
    [name('ZME')]: new Uint8Array(),
    [name('ZM')]: Buffer.from(lines, 'latin1'),
  })
  return deflateSync(zip).toString('base64')
}

function lineOf(order: UnionPayOrder): string {
  const { id, txnTime, txnType, txnSubType, bizType, queryId, amountFen = '0' } = order
  const columns: Readonly<Record<number, string>> = {
    0: codes[txnType] ?? '',
    3: queryId.slice(-6),
    4: txnTime.slice(4),
    6: amountFen.padStart(12, '0'),
    9: queryId,
    11: id,
    19: txnType,
    20: txnSubType,
    21: bizType,
    26: order.origQryId ?? '',
    27: UNIONPAY_MERCHANT_ID,
    34: order.reqReserved ?? '',
  }
  return WIDTHS.map((width, at) => (columns[at] ?? '').padEnd(width).slice(0, width)).join(' ')
}
