import { unreachable } from '@qingzhou/domain/assert'
import { mayEnter } from '@qingzhou/domain/credit/application'
import { lockApplication, moveApplication } from '#features/applications/index.ts'
import { nextPollAt } from '#features/order-watch/index.ts'
import { findPerson } from '#features/identity/index.ts'
import { customerOfOrder } from '@qingzhou/providers/records/bank-order-store'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { Services } from '#services.ts'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import type { BindingAnswer } from '@qingzhou/providers/bank/port'
import { faultIn } from '@qingzhou/platform/provider-fault'
import type { Binding, BindingKey, BindingState } from './binding-store.ts'
import { endBinding, findBinding, lockBinding, saveBindingState } from './binding-store.ts'
import { upsertCard } from './card-store.ts'
import { cardFigures } from './debit-agreement.ts'

/** Polls less often the longer the bank takes. */
async function pollLater(
  tx: Transaction,
  { tasks, now }: Pick<Services, 'tasks' | 'now'>,
  { customer, bindingNo, askedAt }: Pick<Binding, 'customer' | 'bindingNo' | 'askedAt'>,
): Promise<void> {
  await tasks.add(tx, {
    kind: 'ask-binding',
    payload: { customer, bindingNo },
    key: bindingNo,
    runAt: nextPollAt('card-binding', askedAt, now()),
  })
}

const NO_BANK_ANSWER = '绑卡未成功，请重新获取验证码'

/**
 * Applies the bank's answer to a binding, whether from a call, a poll or a callback. Card, binding
 * and application change in one transaction.
 */
export async function settleBinding(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'today'>,
  key: BindingKey,
  answer: BindingAnswer,
): Promise<BindingState | undefined> {
  return services.database.inTransaction(async (tx) => {
    // Lock order: the customer first.
    const record = await lockApplication(tx, services, key.customer)
    const binding = await lockBinding(tx, services, key)
    if (!binding) return undefined

    const state = stateAfter(binding.state, answer)
    if (state === binding.state && state !== 'processing') return state
    if (state === 'bound') {
      const token = answer.state === 'bound' ? answer.cardToken : ''
      await saveBoundCard(tx, services, { binding, token })
      const isForCredit = record !== undefined && mayEnter('bindCardForCredit', record.application)
      if (isForCredit && (await isCurrentIdentity(tx, services, binding))) {
        await moveApplication(tx, services, key.customer, { type: 'card-bound' })
      }
    } else if (state === 'declined') {
      await endBinding(tx, key, {
        reason: answer.state === 'declined' ? answer.reason : NO_BANK_ANSWER,
      })
    } else {
      await saveBindingState(tx, key, state)
      if (state === 'processing') await pollLater(tx, services, binding)
    }
    return state
  })
}

async function saveBoundCard(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  { binding, token }: { readonly binding: Binding; readonly token: string },
): Promise<void> {
  const { customer, bindingNo, cardIndex, holderIndex, phone, bankCode, cardNumber } = binding
  if (cardNumber === undefined) throw new Error(`binding ${bindingNo}: card number missing`)
  const card = { customer, cardIndex, holderIndex, phone, bankCode, number: cardNumber, token }
  await endBinding(tx, binding, { cardId: await upsertCard(tx, services, card) })
}

/**
 * Whether the binding was made under the customer's current identity, which may have been corrected
 * since.
 */
async function isCurrentIdentity(
  tx: Transaction,
  services: Pick<Services, 'vault'>,
  { customer, holderIndex }: Binding,
): Promise<boolean> {
  const person = await findPerson(tx, services, customer)
  if (!person) return false
  return services.vault.index('idNumber', person.idNumber).equals(holderIndex)
}

/**
 * Callback of the bank for a binding. Its content is not used: callbacks arrive late, twice and out
 * of order, so the bank is asked for the state.
 */
export async function bindingCallback(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'today'>,
  { orderNo }: { readonly orderNo: string },
): Promise<void> {
  const customer = await customerOfOrder(services.database, { orderNo, kind: 'binding' })
  if (customer === undefined) return
  const key = { customer, bindingNo: orderNo }
  const binding = await findBinding(services.database, services, key)
  if (binding?.state !== 'codeSent' && binding?.state !== 'processing') return
  const wire = await readWireOrder(services.database, orderNo)
  await settleBinding(services, key, await services.providers.bank.binding(wire))
}

/**
 * The state of a binding after an answer of the bank. Final states do not change, so late or
 * repeated answers have no effect.
 */
export function stateAfter(state: BindingState, answer: BindingAnswer): BindingState {
  if (state === 'bound' || state === 'declined') return state
  switch (answer.state) {
    case 'bound':
    case 'declined':
      return answer.state
    case 'unknown':
      return 'declined'
    case 'codeSent':
      // The code never reached the bank, so this binding has failed.
      return state === 'processing' ? 'declined' : 'codeSent'
    case 'processing':
      // Before a code is entered, the bank is only sending it.
      return state === 'starting' ? 'codeSent' : 'processing'
    default:
      return unreachable(answer)
  }
}

const tooSlow: BindingAnswer = { state: 'declined', reason: '银行处理超时，请重新绑卡' }

/** Polls the bank for a binding that is processing. */
export async function pollBinding(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today'>,
  key: BindingKey,
): Promise<void> {
  const binding = await findBinding(services.database, services, key)
  if (binding?.state !== 'processing') return
  await settleBinding(services, key, await answerOrTimeout(services, binding))
}

async function answerOrTimeout(
  services: Pick<Services, 'database' | 'now' | 'providers' | 'log'>,
  binding: Binding,
): Promise<BindingAnswer> {
  const answer = await ask(services, binding)
  if (answer.state !== 'processing') return answer
  const isTooLate = minutesAfter(binding.askedAt, cardFigures.patienceMinutes) < services.now()
  return isTooLate ? tooSlow : answer
}

async function ask(
  services: Pick<Services, 'database' | 'providers' | 'log'>,
  { bindingNo }: Binding,
): Promise<BindingAnswer> {
  const { database, providers, log } = services
  const wire = await readWireOrder(database, bindingNo)
  try {
    return await providers.bank.binding(wire)
  } catch (cause) {
    log.warn('bank.binding-not-asked', { reason: faultIn(cause) })
    return { state: 'processing' }
  }
}
