import * as z from 'zod'
import type { TransferOrder } from '#bank/accounts.ts'
import type { Bank } from '#bank/bank.ts'
import { MALL_ACCOUNT } from '#merchant.ts'
import { ProviderRefusal } from '#providers/provider-refusal.ts'
import type { Records } from '#records.ts'
import { dayFileContent } from './day-file.ts'
import type { Fields, UnionPayKeys } from './keys.ts'
import {
  isListedByUnionPay,
  newOrder,
  orderByQueryId,
  orderFields,
  orderOf,
  outcomeOf,
  type UnionPayOrder,
} from './orders.ts'
import type { Standing } from './standing.ts'

export type Parts = {
  readonly keys: UnionPayKeys
  readonly bank: Bank
  readonly orders: Records<UnionPayOrder>
  readonly now: () => number
}

/** A refusal, by its code. */
export class UnionPayRefusal extends Error {
  readonly code: string
  constructor(code: string, reason: string) {
    super(reason)
    this.code = code
  }
}

type Call = (parts: Parts, input: Fields) => Fields

/** The transactions, by type and subtype. */
export const unionPayCalls: Readonly<Record<string, Call>> = {
  '77/01': sendCode,
  '72/01': bind,
  '74/00': endBinding,
  '11/00': debit,
  '12/00': disburse,
  '04/00': refund,
  '00/00': query,
  '76/01': dayFile,
}

/** Those that change something, for the fault that cuts the connection after them. */
export const orderTypes = new Set(['72', '74', '11', '12', '04'])

const holderShape = z.object({
  certifId: z.string(),
  customerNm: z.string(),
  smsCode: z.optional(z.string()),
  encryptedInfo: z.optional(z.string()),
})

/** The decrypted card number and holder of a request. */
function cardIn({ keys }: Parts, input: Fields) {
  const cardNumber = keys.decrypted(input['accNo'] ?? '')
  const text = Buffer.from(input['customerInfo'] ?? '', 'base64').toString('utf8')
  const entries = text.replace(/^\{|\}$/g, '').split('&')
  const info = holderShape.safeParse(
    Object.fromEntries(
      entries.map((one) => [one.split('=', 1)[0], one.slice(one.indexOf('=') + 1)]),
    ),
  )
  if (cardNumber === undefined || !info.success) throw new UnionPayRefusal('13', '报文交易要素缺失')
  const { certifId: idNumber, customerNm: name, smsCode: code = '', encryptedInfo = '' } = info.data
  const phone = keys.decrypted(encryptedInfo)?.replace(/^phoneNo=/, '') ?? ''
  return { holder: { name, idNumber, cardNumber, phone }, code }
}

function answerOf(standing: Standing): Fields {
  const [respCode, respMsg] = outcomeOf(standing)
  return { respCode, respMsg }
}

const TAKEN: Fields = { respCode: '00', respMsg: '成功[0000000]' }

function sendCode(parts: Parts, input: Fields): Fields {
  const { bank, orders } = parts
  const { holder } = cardIn(parts, input)
  const { orderId: orderNo = '', backUrl: notifyUrl = '' } = input
  if (input['reqReserved'] === 'agreement') {
    const complaint = bank.cards.complaintAbout(holder)
    const card = bank.cards.all().find(({ cardNumber }) => cardNumber === holder.cardNumber)
    if (complaint || !card)
      return answerOf({ state: 'declined', reason: complaint ?? '卡号未绑定' })
    const { state, reason } = bank.debitAgreements.start({ orderNo, cardToken: card.id })
    return state === 'codeSent' ? TAKEN : answerOf({ state, reason })
  }
  // Recorded before, because the bank's book announces results by it.
  orders.put({ ...newOrder(input), txnType: '72' })
  const { state, reason } = bank.bindings.start({ orderNo, notifyUrl, ...holder })
  return state === 'codeSent' ? TAKEN : answerOf({ state, reason })
}

function bind(parts: Parts, input: Fields): Fields {
  const { bank } = parts
  const { code } = cardIn(parts, input)
  const { orderId: orderNo = '', bindId = '' } = input
  if (bindId === '') throw new UnionPayRefusal('13', '报文交易要素缺失')
  const standing =
    input['reqReserved'] === 'agreement'
      ? bank.debitAgreements.confirm({ orderNo, code })
      : bank.bindings.confirm({ orderNo, code })
  if (standing.state === 'unknown') throw new UnionPayRefusal('35', '原交易不存在')
  return { ...answerOf(standing), bindId }
}

/** Ending is final, also for a number that was never seen. */
function endBinding({ bank }: Parts, { bindId = '' }: Fields): Fields {
  const isKnown = bank.debitAgreements.has(bindId)
  bank.debitAgreements.end({ orderNo: bindId })
  if (!isKnown) throw new UnionPayRefusal('40', '绑定关系检查失败')
  return { ...TAKEN, bindId }
}

function debit(parts: Parts, input: Fields): Fields {
  const { cardToken } = parts.bank.bindings.find({ orderNo: input['bindId'] ?? '' })
  if (cardToken === undefined) throw new UnionPayRefusal('40', '绑定关系检查失败')
  return orderTransfer(parts, input, { kind: 'debit', cardToken })
}

function disburse(parts: Parts, input: Fields): Fields {
  return orderTransfer(parts, input, { kind: payoutKind(input), cardToken: payeeOf(parts, input) })
}

/** Of a debit, to the card that it was from. */
function refund(parts: Parts, input: Fields): Fields {
  const original = orderByQueryId(parts, input['origQryId'] ?? '')
  const debited = original && parts.bank.transfers.get(original.id)
  if (!debited) throw new UnionPayRefusal('35', '原交易不存在')
  const { id: originalNo, cardToken } = debited
  return orderTransfer(parts, input, { kind: 'refund', cardToken, originalNo })
}

/** The lender passes the purpose of an order through, and more after a dot. */
const payoutKind = ({ reqReserved = '' }: Fields) =>
  reqReserved.split('.')[0] === 'refund' ? 'refund' : 'disbursement'

/** The name has to be the holder's. */
function payeeOf(parts: Parts, input: Fields): string {
  if (input['accType'] === '04') {
    const account = parts.keys.decrypted(input['accNo'] ?? '')
    if (account !== MALL_ACCOUNT) throw new UnionPayRefusal('61', '账号无效')
    return account
  }
  const { holder } = cardIn(parts, input)
  const card = parts.bank.cards.all().find(({ cardNumber }) => cardNumber === holder.cardNumber)
  if (!card) throw new UnionPayRefusal('61', '输入的卡号无效，请确认后输入')
  const isHolder = card.idNumber === holder.idNumber.toUpperCase()
  if (!isHolder) throw new UnionPayRefusal('66', '户名与证件不符，请使用本人银行卡')
  return card.id
}

/** Places a transfer. An order number is used once, and the answer says only that it is taken. */
function orderTransfer(
  { bank, orders }: Parts,
  input: Fields,
  transfer: Pick<TransferOrder, 'kind' | 'cardToken' | 'originalNo'>,
): Fields {
  const { orderId: orderNo = '', txnAmt: amountFen = '', backUrl: notifyUrl = '' } = input
  const order = newOrder(input)
  orders.put(order)
  try {
    const answer = bank.transfers.order({ orderNo, amountFen, notifyUrl, ...transfer })
    const result = answer.state === 'declined' ? answerOf(answer) : TAKEN
    return { ...result, queryId: order.queryId }
  } catch (error) {
    if (error instanceof ProviderRefusal) throw new UnionPayRefusal('12', '重复交易')
    throw error
  }
}

/** By number and time: with another time it is another order. Orders of the gateway have none. */
function askedOrder(parts: Parts, { orderId = '', txnTime = '' }: Fields): UnionPayOrder {
  // The mall's returns of an older version have a dash in their number.
  const order = orderOf(parts, orderId) ?? orderOf(parts, orderId.replace(/return$/, '-return'))
  const bound = parts.bank.bindings.find({ orderNo: orderId })
  if (order && (order.txnTime || txnTime) === txnTime) return { ...order, txnTime }
  if (order || bound.state === 'unknown') throw new UnionPayRefusal('34', '查无此交易')
  return newOrder({ orderId, txnTime, txnType: '72', txnSubType: '01', bizType: '000501' })
}

function query(parts: Parts, input: Fields): Fields {
  const { bank } = parts
  const order = askedOrder(parts, input)
  const standing: Standing =
    order.txnType === '72'
      ? bank.bindings.find({ orderNo: order.id })
      : bank.transfers.find({ orderNo: order.id })
  // Only a code was sent, or the order never reached the bank.
  if (standing.state === 'codeSent' || standing.state === 'unknown') {
    throw new UnionPayRefusal('34', '查无此交易')
  }
  const [origRespCode, origRespMsg] = outcomeOf(standing)
  return { ...orderFields(order, standing), ...TAKEN, origRespCode, origRespMsg }
}

function dayFile(parts: Parts, { settleDate = '' }: Fields): Fields {
  const { bank, now } = parts
  const bankDate = bankDateOf(settleDate, now())
  const { transfers } = bank.transfers.ofDay({ bankDate }, (one) => isListedByUnionPay(parts, one))
  const rows = transfers.flatMap(({ orderNo }) => orderOf(parts, orderNo) ?? [])
  const day = bankDate.slice(2)
  return {
    ...TAKEN,
    settleDate,
    fileName: `${day}.zip`,
    fileContent: dayFileContent(rows, day),
  }
}

/** The latest such day that is not after tomorrow. */
function bankDateOf(monthAndDay: string, now: number): string {
  const tomorrow = new Date(now + 32 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
  const year = Number(tomorrow.slice(0, 4))
  return monthAndDay <= tomorrow.slice(4) ? `${year}${monthAndDay}` : `${year - 1}${monthAndDay}`
}
