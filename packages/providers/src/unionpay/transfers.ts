import type { Money } from '@qingzhou/domain/money/money'
import type { Bank, TransferAnswer, TransferOrder } from '#bank/port.ts'
import { BIND_AGAIN } from '#bank/transform.ts'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import type { WireOrder } from '#wire-order.ts'
import { CURRENCY, type UnionPayClient } from './client.ts'
import { downloadDayFile, dayOf, NOTE_AFTER } from './day-file.ts'
import type { Fields } from './message.ts'
import { codeOf, DONE, isOfRoute, reasonIn, refusalIn, stateOf, UNKNOWN_ORDER } from './message.ts'
import { UNIONPAY_NOTICE_PATH } from './notices.ts'

/** What the transactions of the adapter share. */
export type Settings = { readonly client: UnionPayClient; readonly ownOrigin: () => string }

/** Direct debits (代收) and payouts (代付). */
export const DEBITS = '000501'
const PAYOUTS = '000401'
export const query = { txnType: '00', txnSubType: '00', bizType: '000000' }

/**
 * What is passed through to notices, questions and the day file: what the order is for, and its note.
 * The file has the first 32 characters.
 */
type Purpose = 'binding' | 'agreement' | 'disbursement' | 'debit' | 'refund'

export function purposeFields(purpose: Purpose, { ownOrigin }: Settings, note?: string): Fields {
  return {
    channelType: '07',
    reqReserved: note === undefined ? purpose : `${purpose}${NOTE_AFTER}${note}`,
    backUrl: `${ownOrigin()}${UNIONPAY_NOTICE_PATH}`,
  }
}

const debit = { txnType: '11', txnSubType: '00', bizType: DEBITS }
const disbursement = { txnType: '12', txnSubType: '00', bizType: PAYOUTS }
/** Of a debit, by the number that the clearing house gave to it. */
const refund = { txnType: '04', txnSubType: '00', bizType: DEBITS }

/** An order is refused when its time is not the current one; later it is neither sent nor ended. */
const SENDABLE_MS = 60 * 60_000
const GIVEN_UP_MS = 75 * 60_000

export function transfers(
  settings: Settings,
): Pick<Bank, 'transfer' | 'transferState' | 'dayFile'> {
  const { client } = settings
  const transferState: Bank['transferState'] = async (order) => {
    const { returnOf } = order
    if (!returnOf) return transferOf(await ask(client, order), order)
    // A number here has no other characters.
    const returned = { ...order, wireNo: order.wireNo.replaceAll(/[^0-9A-Za-z]/g, '') }
    const request = await ask(client, returned)
    const answer = transferOf(request, returned)
    if (answer.state === 'done') await requireReturn(client, request, returnOf)
    return answer
  }
  return {
    async transfer(order) {
      const ageMs = client.now().getTime() - order.orderedAt.getTime()
      if (ageMs > SENDABLE_MS) return lateState(await transferState(order), ageMs)
      const content = await contentOf(settings, order)
      if (!content) return { state: 'declined', reason: BIND_AGAIN, refusal: 'binding' }
      const { transaction, fields } = content
      const answer = await client.call('order', transaction, {
        ...client.numbersOf(order),
        ...purposeFields(order.kind, settings, order.note),
        txnAmt: String(order.amount),
        currencyCode: CURRENCY,
        ...fields,
      })
      const state = stateOf(answer['respCode'] ?? '', order.kind)
      if (state === 'declined') return declineOf(answer, 'resp')
      // Success means that the order is taken. What becomes of it has to be asked.
      return { state: 'processing' }
    },
    transferState,
    dayFile: (day) => downloadDayFile(client, day),
  }
}

/**
 * An order that could not be sent in time is never sent. It is ended some time after the last moment
 * at which it may have been sent, if the clearing house does not know it then.
 */
function lateState(state: TransferAnswer, ageMs: number): TransferAnswer {
  if (state.state !== 'unknown') return state
  if (ageMs < GIVEN_UP_MS) return { state: 'processing' }
  return { state: 'declined', reason: '银行未及时受理，请重新发起' }
}

/** Undefined if the card lacks what the order needs. */
async function contentOf({ client }: Settings, order: TransferOrder) {
  const { kind, cardToken, holder, original } = order
  if (kind === 'debit') {
    // A token of another adapter is no number of a binding.
    const isBinding = /^[0-9A-Za-z]{8,32}$/.test(cardToken)
    return isBinding ? { transaction: debit, fields: { bindId: cardToken } } : undefined
  }
  const origQryId = original && (await queryIdOf(client, original))
  if (origQryId !== undefined) return { transaction: refund, fields: { origQryId } }
  // An account that is no card, such as the mall's.
  if (!holder) {
    if (kind === 'refund') return undefined
    const fields = { accType: '04', ...client.accountFields(cardToken) }
    return { transaction: disbursement, fields }
  }
  if (holder.cardNumber === undefined) return undefined
  const { name, idNumber, cardNumber } = holder
  const elements = { certifTp: '01', certifId: idNumber, customerNm: name }
  return {
    transaction: disbursement,
    fields: {
      accType: '01',
      ...client.accountFields(cardNumber),
      ...client.holderFields(elements),
    },
  }
}

function ask(client: UnionPayClient, order: WireOrder): Promise<Fields> {
  return client.call('query', query, client.numbersOf(order))
}

/**
 * The number that the clearing house gave to a debit that was made. A debit that it does not know, of
 * another bank or too old, is refunded to the card's number instead.
 */
async function queryIdOf(client: UnionPayClient, order: WireOrder): Promise<string | undefined> {
  const answer = await ask(client, order)
  if (answer['respCode'] === UNKNOWN_ORDER) return undefined
  const { respCode, queryId } = answer
  const isMade = respCode === DONE && stateOf(answer['origRespCode'] ?? '', 'original') === 'done'
  if (!isMade || !queryId) throw new ProviderFault('original', codeOf(answer))
  return queryId
}

/** A return names the order that it pays back: one of another order is not booked. */
async function requireReturn(
  client: UnionPayClient,
  answer: Fields,
  returnOf: WireOrder,
): Promise<void> {
  const { txnType, origQryId } = answer
  const isOfOrder = origQryId && origQryId === (await queryIdOf(client, returnOf))
  if (txnType !== refund.txnType || !isOfOrder) {
    throw new ProviderFault('return', 'of another order')
  }
}

/** A transfer of another amount or currency than ordered is not booked: it is a provider fault. */
function transferOf(answer: Fields, order: WireOrder & { readonly amount: Money }): TransferAnswer {
  if (answer['respCode'] === UNKNOWN_ORDER) return { state: 'unknown' }
  if (answer['respCode'] !== DONE) throw new ProviderFault('transfer', codeOf(answer))
  const state = stateOf(answer['origRespCode'] ?? '', 'transfer')
  if (state === 'processing') return { state }
  if (state === 'declined') return declineOf(answer, 'origResp')
  if (answer['txnAmt'] !== String(order.amount) || answer['currencyCode'] !== CURRENCY) {
    throw new ProviderFault('transfer', 'another amount than was ordered')
  }
  const [, note] = (answer['reqReserved'] ?? '').split(NOTE_AFTER)
  const done = { state: 'done', on: dayOf(answer['settleDate'], order.orderedAt) } as const
  return note ? { ...done, note } : done
}

function declineOf(answer: Fields, prefix: 'resp' | 'origResp'): TransferAnswer {
  const refusal = refusalIn(answer, prefix)
  const decline = { state: 'declined', reason: reasonIn(answer, prefix), refusal } as const
  return isOfRoute(answer, prefix) ? { ...decline, isOfRoute: true } : decline
}
