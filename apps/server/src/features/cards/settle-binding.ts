import { mayEnter } from '@qingzhou/domain/credit/application'
import type { Transaction } from '#platform/database/database.ts'
import { lockApplication, moveApplication } from '#features/applications/index.ts'
import { findPerson } from '#features/identity/index.ts'
import type { BindingAnswer } from '#providers/bank/port.ts'
import type { Services } from '#platform/services.ts'
import { askAgainLater } from './ask-binding-later.ts'
import { stateAfter } from './binding-state.ts'
import {
  endBinding,
  lockBinding,
  saveBindingState,
  type Binding,
  type BindingKey,
  type BindingState,
} from './binding-store.ts'
import { upsertCard } from './card-store.ts'

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
