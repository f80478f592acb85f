import type { Money } from '@qingzhou/domain/money/money'
import type {
  Bank,
  BindingAnswer,
  CardHolder,
  DebitAnswer,
  TransferAnswer,
  TransferOrder,
} from '#providers/bank/port.ts'
import { BIND_AGAIN } from '#providers/bank/transform.ts'
import { newNo } from '#platform/ids.ts'
import { ProviderFault } from '#providers/provider-fault.ts'
import type { WireOrder } from '#providers/wire-order.ts'
import { CURRENCY, type UnionPayClient } from './client.ts'
import { dayFileOf, dayOf } from './day-file.ts'
import type { Fields } from './message.ts'
import { UNIONPAY_NOTICE_PATH } from './notices.ts'
import { DONE, isOfRoute, reasonIn, stateOf, UNKNOWN_ORDER, WRONG_CODE } from './response-codes.ts'

/** Direct debits (代收) and payouts (代付). */
const DEBITS = '000501'
const PAYOUTS = '000401'
const sms = { txnType: '77', txnSubType: '01', bizType: DEBITS }
const bind = { txnType: '72', txnSubType: '01', bizType: DEBITS }
const unbind = { txnType: '74', txnSubType: '00', bizType: DEBITS }
const debit = { txnType: '11', txnSubType: '00', bizType: DEBITS }
const payout = { txnType: '12', txnSubType: '00', bizType: PAYOUTS }
const query = { txnType: '00', txnSubType: '00', bizType: '000000' }

/** An order is refused when its time is not the current one; later it is neither sent nor ended. */
const SENDABLE_MS = 60 * 60_000
const GIVEN_UP_MS = 75 * 60_000

type Settings = { readonly client: UnionPayClient; readonly ownOrigin: () => string }

/** The clearing house UnionPay, spoken to directly. */
export function createUnionPayBank(settings: Settings): Bank {
  return { ...bindings(settings), ...agreements(settings), ...transfers(settings) }
}

/** What is passed through to notices, questions and the day file: what the order is for. */
type Purpose = 'binding' | 'agreement' | 'payout' | 'debit' | 'refund'

function purposeFields(purpose: Purpose, { ownOrigin }: Settings): Fields {
  return {
    channelType: '07',
    reqReserved: purpose,
    backUrl: `${ownOrigin()}${UNIONPAY_NOTICE_PATH}`,
  }
}

/** The four elements that the card's bank compares, and the code it sent. */
function elementsOf({ client }: Settings, holder: CardHolder, code?: string): Fields {
  const { name, idNumber, cardNumber = '', phone } = holder
  const elements = { certifTp: '01', certifId: idNumber, customerNm: name }
  return {
    accType: '01',
    ...client.accountFields(cardNumber),
    ...client.holderFields(code === undefined ? elements : { ...elements, smsCode: code }, phone),
  }
}

/** A card is bound under the number of its binding order: that number is its token. */
function bindings(settings: Settings): Pick<Bank, 'startBinding' | 'confirmBinding' | 'binding'> {
  const { client } = settings
  const binding = async (order: WireOrder): Promise<BindingAnswer> => {
    const answer = await client.call('query', query, client.numbersOf(order))
    if (answer['respCode'] === UNKNOWN_ORDER) return { state: 'unknown' }
    if (answer['respCode'] !== DONE) throw new ProviderFault('binding', codeOf(answer))
    const state = stateOf(answer['origRespCode'] ?? '', 'binding')
    if (state === 'processing') return { state }
    if (state === 'declined') return { state, reason: reasonIn(answer, 'origResp') }
    return { state: 'bound', cardToken: order.wireNo }
  }
  return {
    async startBinding(order) {
      const answer = await client.call('order', sms, {
        ...client.numbersOf(order),
        ...elementsOf(settings, order),
        ...purposeFields('binding', settings),
      })
      const state = stateOf(answer['respCode'] ?? '', 'sms')
      if (state === 'declined') return { state, reason: reasonIn(answer, 'resp') }
      return { state: 'codeSent' }
    },
    async confirmBinding({ code, ...order }) {
      const answer = await bound(settings, { order, holder: order, code, purpose: 'binding' })
      if (answer['respCode'] === WRONG_CODE) return { state: 'codeSent' }
      const state = stateOf(answer['respCode'] ?? '', 'binding')
      if (state === 'declined') return { state, reason: reasonIn(answer, 'resp') }
      return state === 'done' ? { state: 'bound', cardToken: order.wireNo } : { state }
    },
    binding,
  }
}

type BindCall = {
  readonly order: WireOrder
  readonly holder: CardHolder
  readonly code: string
  readonly purpose: 'binding' | 'agreement'
}

/** The number and time are those of the code, as the clearing house wants it. */
async function bound(
  settings: Settings,
  { order, holder, code, purpose }: BindCall,
): Promise<Fields> {
  const { client } = settings
  return client.call('order', bind, {
    ...client.numbersOf(order),
    ...elementsOf(settings, holder, code),
    ...purposeFields(purpose, settings),
    bindId: order.wireNo,
  })
}

/** An agreement is one more binding of the card, under a number of its own that can be ended. */
function agreements(
  settings: Settings,
): Pick<Bank, 'startDebitAgreement' | 'confirmDebitAgreement' | 'endDebitAgreement'> {
  const { client } = settings
  return {
    async startDebitAgreement({ holder, ...order }) {
      const declined = declinedUnlessNumbered(holder)
      if (declined) return declined
      const answer = await client.call('order', sms, {
        ...client.numbersOf(order),
        ...elementsOf(settings, holder),
        ...purposeFields('agreement', settings),
      })
      const state = stateOf(answer['respCode'] ?? '', 'sms')
      if (state === 'declined') return { state, reason: reasonIn(answer, 'resp') }
      return { state: 'codeSent' }
    },
    async confirmDebitAgreement({ holder, code, ...order }) {
      const declined = declinedUnlessNumbered(holder)
      if (declined) return declined
      const answer = await bound(settings, { order, holder, code, purpose: 'agreement' })
      if (answer['respCode'] === WRONG_CODE) return { state: 'codeSent' }
      const state = stateOf(answer['respCode'] ?? '', 'agreement')
      if (state === 'declined') return { state, reason: reasonIn(answer, 'resp') }
      // Unknown to the caller: it repeats the code or has the agreement ended.
      if (state === 'processing') throw new ProviderFault('agreement', codeOf(answer))
      return { state: 'signed' }
    },
    async endDebitAgreement(order) {
      // Each attempt is an order of its own: the binding is what is ended once.
      const attempt = { wireNo: newNo(), orderedAt: client.now() }
      const answer = await client.call('order', unbind, {
        ...client.numbersOf(attempt),
        channelType: '07',
        bindId: order.wireNo,
      })
      // There is no such binding: none was made, or it was ended before.
      const isEnded = answer['respCode'] === DONE || answer['respCode'] === '40'
      if (!isEnded) throw new ProviderFault('agreement', codeOf(answer))
    },
  }
}

function declinedUnlessNumbered({ cardNumber }: CardHolder): DebitAnswer | undefined {
  return cardNumber === undefined ? { state: 'declined', reason: BIND_AGAIN } : undefined
}

function transfers(settings: Settings): Pick<Bank, 'transfer' | 'transferState' | 'dayFile'> {
  const { client } = settings
  const transferState: Bank['transferState'] = async (order) =>
    transferOf(await client.call('query', query, client.numbersOf(order)), order)
  return {
    async transfer(order) {
      const ageMs = client.now().getTime() - order.orderedAt.getTime()
      if (ageMs > SENDABLE_MS) return lateState(await transferState(order), ageMs)
      const content = await contentOf(settings, order)
      if (!content) return { state: 'declined', reason: BIND_AGAIN }
      const { transaction, fields } = content
      const answer = await client.call('order', transaction, {
        ...client.numbersOf(order),
        ...purposeFields(order.kind, settings),
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
    dayFile: (day) => dayFileOf(client, day),
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
  const { kind, cardToken, holder } = order
  if (kind === 'debit') {
    // A token of another adapter is no number of a binding.
    const isBinding = /^[0-9A-Za-z]{8,32}$/.test(cardToken)
    return isBinding ? { transaction: debit, fields: { bindId: cardToken } } : undefined
  }
  // An account that is no card, such as the mall's.
  if (!holder) {
    const fields = { accType: '04', ...client.accountFields(cardToken) }
    return { transaction: payout, fields }
  }
  if (holder.cardNumber === undefined) return undefined
  const { name, idNumber, cardNumber } = holder
  const elements = { certifTp: '01', certifId: idNumber, customerNm: name }
  return {
    transaction: payout,
    fields: {
      accType: '01',
      ...client.accountFields(cardNumber),
      ...client.holderFields(elements),
    },
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
  return { state: 'done', on: dayOf(answer['settleDate'], order.orderedAt) }
}

function declineOf(answer: Fields, prefix: 'resp' | 'origResp'): TransferAnswer {
  const decline = { state: 'declined', reason: reasonIn(answer, prefix) } as const
  return isOfRoute(answer, prefix) ? { ...decline, isOfRoute: true } : decline
}

function codeOf(answer: Fields): string {
  return `code ${answer['respCode'] ?? ''}`
}
