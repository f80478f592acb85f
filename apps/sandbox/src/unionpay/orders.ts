import { createHash, randomInt } from 'node:crypto'
import * as z from 'zod'
import type { Transfer } from '#bank/accounts.ts'
import type { Bank } from '#bank/bank.ts'
import type { Records } from '#records.ts'
import type { Standing, UnionPayNotice } from './standing.ts'
import { UNIONPAY_MERCHANT_ID, type Fields, type UnionPayKeys } from './keys.ts'

/** An order as the clearing house recorded it. The bank's own books have what became of it. */
export const unionPayOrder = z.object({
  id: z.string(),
  txnTime: z.string(),
  txnType: z.string(),
  txnSubType: z.string(),
  bizType: z.string(),
  queryId: z.string(),
  amountFen: z.exactOptional(z.string()),
  reqReserved: z.exactOptional(z.string()),
  /** The order that it refunds or pays back. */
  origQryId: z.exactOptional(z.string()),
})
export type UnionPayOrder = z.output<typeof unionPayOrder>

/** The code and text for a standing, as the clearing house words it. */
export function outcomeOf({ state, reason = '', code }: Standing): readonly [string, string] {
  if (state === 'done' || state === 'bound' || state === 'signed') return ['00', '成功[0000000]']
  if (state === 'processing') return ['05', '交易已受理，请稍后查询交易结果[0000005]']
  if (state === 'codeSent') return ['71', `${reason}[4000071]`]
  if (code === 'CARD_NOT_SUPPORTED') return ['68', `${reason}[1000040]`]
  if (code === 'INSUFFICIENT_BALANCE') return ['64', `${reason}[1000051]`]
  if (code === 'CARD_NOT_USABLE') return ['63', `${reason}[1000062]`]
  if (code !== undefined) return ['33', `交易金额超限[${code === 'DAY_LIMIT' ? 3000033 : 3000034}]`]
  if (/余额/.test(reason)) return ['64', `${reason}[1000051]`]
  if (/冻结|挂失/.test(reason)) return ['63', `${reason}[1000062]`]
  if (/原交易不/.test(reason)) return ['35', `${reason}[2000035]`]
  if (/原交易金额/.test(reason)) return ['36', `${reason}[2000036]`]
  return [/证件|手机|户名|卡号/.test(reason) ? '66' : '30', `${reason}[2000000]`]
}

export function newOrder(input: Fields): UnionPayOrder {
  const { orderId = '', txnTime = '', txnType = '', txnSubType = '', bizType = '' } = input
  return {
    id: orderId,
    txnTime,
    txnType,
    txnSubType,
    bizType,
    queryId: `${txnTime}${String(randomInt(10_000_000)).padStart(7, '0')}`,
    ...(input['txnAmt'] && { amountFen: input['txnAmt'] }),
    ...(input['reqReserved'] && { reqReserved: input['reqReserved'] }),
    ...(input['origQryId'] && { origQryId: input['origQryId'] }),
  }
}

type Books = { readonly bank: Bank; readonly orders: Records<UnionPayOrder> }

/** The transactions of transfers that did not come in this protocol. */
const bookTypes = { debit: '11', disbursement: '12', refund: '12', return: '04' } as const

/**
 * An order as recorded, or as the bank's books have it: those of the gateway are also the clearing
 * house's, and what a payee has paid back came from the payee.
 */
export function orderOf({ bank, orders }: Books, orderNo: string): UnionPayOrder | undefined {
  const recorded = orders.get(orderNo)
  if (recorded) return recorded
  const transfer = bank.transfers.get(orderNo)
  if (!transfer) return undefined
  const { kind, amountFen, originalNo, orderedAt } = transfer
  const origQryId =
    kind === 'return' && originalNo && orderOf({ bank, orders }, originalNo)?.queryId
  return {
    id: orderNo,
    txnTime: orderedAt === undefined ? '' : timeOf(orderedAt),
    txnType: bookTypes[kind],
    txnSubType: '00',
    bizType: '000000',
    queryId: digitsOf(orderNo),
    amountFen,
    ...(kind !== 'return' && { reqReserved: kind }),
    ...(origQryId && { origQryId }),
  }
}

export type Listing = { readonly keys: UnionPayKeys; readonly orders: Records<UnionPayOrder> }

/**
 * Whether a transfer is in the day file of the clearing house, and not in that of the gateway: each of
 * them lists what came over it. A payee's return is listed with its disbursement. What was settled before the
 * lender had its certificate is listed here, because the lender has changed to the clearing house then.
 */
export function isListedByUnionPay({ keys, orders }: Listing, transfer: Transfer): boolean {
  const { id, kind, originalNo = '', settleAt } = transfer
  if (orders.get(kind === 'return' ? originalNo : id)) return true
  const since = keys.registeredAt()
  return since !== undefined && settleAt < since
}

export function orderByQueryId(
  { bank, orders }: Books,
  queryId: string,
): UnionPayOrder | undefined {
  const recorded = orders.all().find((order) => order.queryId === queryId)
  if (recorded) return recorded
  const inBooks = bank.transfers.all().find(({ id }) => digitsOf(id) === queryId)
  return inBooks && orderOf({ bank, orders }, inBooks.id)
}

/** Twenty-one digits, the same for the same number. */
function digitsOf(orderNo: string): string {
  const digest = createHash('sha256').update(orderNo).digest('hex').slice(0, 20)
  return BigInt(`0x${digest}`).toString().padStart(21, '0').slice(-21)
}

/** `20310106100000` in Shanghai. */
function timeOf(at: number): string {
  const digits = new Date(at + 8 * 3_600_000).toISOString().replaceAll(/\D/g, '')
  return digits.slice(0, 14)
}

/** The fields of an order in notices and in answers to questions about it. */
export function orderFields(order: UnionPayOrder, { bankDate }: Standing): Fields {
  const { amountFen, reqReserved, txnTime, origQryId } = order
  return {
    version: '5.1.0',
    encoding: 'UTF-8',
    accessType: '0',
    merId: UNIONPAY_MERCHANT_ID,
    orderId: order.id,
    txnTime,
    txnType: order.txnType,
    txnSubType: order.txnSubType,
    bizType: order.bizType,
    queryId: order.queryId,
    traceNo: order.queryId.slice(-6),
    traceTime: txnTime.slice(4),
    ...(reqReserved && { reqReserved }),
    ...(origQryId && { origQryId }),
    ...(amountFen && { txnAmt: amountFen, currencyCode: '156' }),
    ...(amountFen && { settleAmt: amountFen, settleCurrencyCode: '156' }),
    ...(bankDate && { settleDate: bankDate.slice(4) }),
  }
}

/** The notice of an order that came in the protocol of the clearing house: a signed form. */
export function unionPayNotices(
  orders: Records<UnionPayOrder>,
  keys: UnionPayKeys,
): UnionPayNotice {
  return (orderNo) => {
    const order = orders.get(orderNo)
    if (!order) return undefined
    return (standing) => {
      const [respCode, respMsg] = outcomeOf(standing)
      const fields = keys.signed({ ...orderFields(order, standing), respCode, respMsg })
      const contentType = 'application/x-www-form-urlencoded;charset=utf-8'
      return { contentType, body: new URLSearchParams(fields).toString() }
    }
  }
}
