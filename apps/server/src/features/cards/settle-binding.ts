import { unreachable } from '@qingzhou/domain/assert'
import { mayEnter } from '@qingzhou/domain/credit/application'
import { lockApplication, moveApplication } from '#features/applications/index.ts'
import { findPerson } from '#features/identity/index.ts'
import { customerOfOrder } from '#platform/bank-order-store.ts'
import { minutesAfter } from '#platform/clock.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import type { BindingAnswer } from '#providers/bank/port.ts'
import { faultIn } from '#providers/provider-fault.ts'
import type { Binding, BindingKey, BindingState } from './binding-store.ts'
import { endBinding, findBinding, lockBinding, saveBindingState } from './binding-store.ts'
import { upsertCard } from './card-store.ts'
import { cardFigures } from './debit-agreement.ts'

const SOONEST_MS = 2_000
const LATEST_MS = 60_000

/** The longer a bank takes, the less often it is asked. */
async function askAgainLater(
  tx: Transaction,
  { tasks, now }: Pick<Services, 'tasks' | 'now'>,
  { customer, bindingNo, askedAt }: Pick<Binding, 'customer' | 'bindingNo' | 'askedAt'>,
): Promise<void> {
  const ageMs = now().getTime() - askedAt.getTime()
  const waitMs = Math.min(Math.max(ageMs / 2, SOONEST_MS), LATEST_MS)
  await tasks.add(tx, {
    kind: 'ask-binding',
    payload: { customer, bindingNo },
    key: bindingNo,
    runAt: new Date(now().getTime() + waitMs),
  })
}

const UNHEARD = '绑卡未成功，请重新获取验证码'

/**
 * Takes the bank's word on a binding, however it came: as an answer, by asking again, or as a notice.
 * Card, binding and application change together.
 */
export async function settleBinding(
  services: Services,
  key: BindingKey,
  answer: BindingAnswer,
): Promise<BindingState | undefined> {
  return services.database.inTransaction(async (tx) => {
    // The customer is locked before anything that is theirs, as everywhere.
    const kept = await lockApplication(tx, services, key.customer)
    const binding = await lockBinding(tx, services, key)
    if (!binding) return undefined

    const state = stateAfter(binding.state, answer)
    if (state === binding.state && state !== 'processing') return state
    if (state === 'bound') {
      const token = answer.state === 'bound' ? answer.cardToken : ''
      await keepBound(tx, services, { binding, token })
      const isForCredit = kept !== undefined && mayEnter('bindCardForCredit', kept.application)
      if (isForCredit && (await isHoldersOwn(tx, services, binding))) {
        await moveApplication(tx, services, key.customer, { type: 'card-bound' })
      }
    } else if (state === 'declined') {
      await endBinding(tx, key, { reason: answer.state === 'declined' ? answer.reason : UNHEARD })
    } else {
      await saveBindingState(tx, key, state)
      if (state === 'processing') await askAgainLater(tx, services, binding)
    }
    return state
  })
}

async function keepBound(
  tx: Transaction,
  services: Services,
  { binding, token }: { readonly binding: Binding; readonly token: string },
): Promise<void> {
  const { customer, cardIndex, holderIndex, phone, bankCode, cardNumber } = binding
  const lastFour = cardNumber?.slice(-4) ?? ''
  const card = { customer, cardIndex, holderIndex, phone, bankCode, lastFour, token }
  await endBinding(tx, binding, { cardId: await upsertCard(tx, services, card) })
}

/** Somebody who corrected their identity meanwhile binds a card under the new one. */
async function isHoldersOwn(
  tx: Transaction,
  services: Services,
  { customer, holderIndex }: Binding,
): Promise<boolean> {
  const person = await findPerson(tx, services, customer)
  if (!person) return false
  return services.vault.index('idNumber', person.idNumber).equals(holderIndex)
}

/**
 * The bank says that something became of a binding. What, it is asked: notices come late, twice and
 * out of order, and the answer to a question of our own does not.
 */
export async function bindingNotice(
  services: Services,
  { orderNo }: { readonly orderNo: string },
): Promise<void> {
  const customer = await customerOfOrder(services.database, { orderNo, kind: 'binding' })
  if (customer === undefined) return
  const key = { customer, bindingNo: orderNo }
  const binding = await findBinding(services.database, services, key)
  if (binding?.state !== 'codeSent' && binding?.state !== 'processing') return
  await settleBinding(services, key, await services.providers.bank.binding(orderNo))
}

/**
 * Where a binding is after the bank has spoken. What the bank has decided stays decided: whatever it
 * tells late or again changes nothing.
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
      // A code that should have reached the bank never did, so this binding comes to nothing.
      return state === 'processing' ? 'declined' : 'codeSent'
    case 'processing':
      // Before a code was typed there is nothing to process but the sending of it.
      return state === 'starting' ? 'codeSent' : 'processing'
    default:
      return unreachable(answer)
  }
}

const tooSlow: BindingAnswer = { state: 'declined', reason: '银行处理超时，请重新绑卡' }

/** Asks the bank what became of a binding that it had not decided yet. */
export async function askBinding(services: Services, key: BindingKey): Promise<void> {
  const binding = await findBinding(services.database, services, key)
  if (binding?.state !== 'processing') return
  await settleBinding(services, key, await answerOrPatience(services, binding))
}

async function answerOrPatience(services: Services, binding: Binding): Promise<BindingAnswer> {
  const answer = await ask(services, binding)
  if (answer.state !== 'processing') return answer
  const isTooLate = minutesAfter(binding.askedAt, cardFigures.patienceMinutes) < services.now()
  return isTooLate ? tooSlow : answer
}

async function ask({ providers, log }: Services, { bindingNo }: Binding): Promise<BindingAnswer> {
  try {
    return await providers.bank.binding(bindingNo)
  } catch (cause) {
    log.warn('bank.binding-not-asked', { reason: faultIn(cause) })
    return { state: 'processing' }
  }
}
