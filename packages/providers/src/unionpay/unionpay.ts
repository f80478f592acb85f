import type { UnionPaySettings } from '@qingzhou/platform/config/adapters/adapters'
import type { Bulkhead } from '#bulkhead.ts'
import { createUnionPayClient } from './client.ts'
import { unionPayCallback } from './notices.ts'
import { rsaSignatures } from './signatures.ts'
import type { Bank, BindingAnswer, CardHolder, DebitAnswer } from '#bank/port.ts'
import { BIND_AGAIN } from '#bank/transform.ts'
import { newNo } from '@qingzhou/platform/ids'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import type { WireOrder } from '#wire-order.ts'
import type { Fields } from './message.ts'
import { codeOf, DONE, reasonIn, stateOf, UNKNOWN_ORDER, WRONG_CODE } from './message.ts'
import { DEBITS, purposeFields, query, type Settings, transfers } from './transfers.ts'

/** The clearing house UnionPay: its calls and its notices. */
export async function createUnionPay(settings: {
  readonly unionPay: UnionPaySettings
  readonly ownOrigin: () => string
  readonly now: () => Date
  readonly timeoutMs: number
  readonly bulkhead: Bulkhead
}) {
  const { unionPay, ownOrigin, ...rest } = settings
  // Loaded only where they are chosen.
  const signatures =
    unionPay.signature === 'sm2' ? (await import('./sm2.ts')).sm2Signatures : rsaSignatures
  const client = createUnionPayClient({ ...unionPay, ...rest, signatures })
  return { bank: createUnionPayBank({ client, ownOrigin }), callback: unionPayCallback(client) }
}

const sms = { txnType: '77', txnSubType: '01', bizType: DEBITS }
const bind = { txnType: '72', txnSubType: '01', bizType: DEBITS }
const unbind = { txnType: '74', txnSubType: '00', bizType: DEBITS }

/** The clearing house UnionPay, spoken to directly. */
function createUnionPayBank(settings: Settings): Bank {
  return { ...bindings(settings), ...agreements(settings), ...transfers(settings) }
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
      const answer = await callBinding(settings, { order, holder: order, code, purpose: 'binding' })
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
async function callBinding(
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
      const answer = await callBinding(settings, { order, holder, code, purpose: 'agreement' })
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
