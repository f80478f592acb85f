import type { BoundCard } from '@qingzhou/contract/features/cards'
import { assert } from '@qingzhou/domain/assert'
import { saveConsents } from '#features/onboarding/index.ts'
import { getPerson } from '#features/identity/index.ts'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import type { BindingAnswer } from '@qingzhou/providers/bank/port'
import { faultIn } from '@qingzhou/platform/provider-fault'
import type { Binding, BindingKey } from './binding-store.ts'
import { findBinding, countAttempt } from './binding-store.ts'
import type { Card } from './card-store.ts'
import { findCard } from './read-cards.ts'
import { settleBinding } from './settle-binding.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today'>

const AGREEMENT = 'card-binding'

export type BindingResult =
  | { state: 'codeSent' }
  | { state: 'processing' }
  | { state: 'bound'; card: BoundCard }
  | { state: 'declined'; reason: string }

/**
 * Binds a card with the code that its bank sent. Repeated calls, with or without the code, return
 * the current state of the binding.
 */
export async function bindCard(
  services: Deps,
  caller: SignedInCaller,
  request: {
    readonly bindingNo: string
    readonly dynamicCode?: string | undefined
    readonly agreed?: readonly string[] | undefined
  },
): Promise<BindingResult> {
  const key = { customer: caller.session.customer, bindingNo: request.bindingNo }
  const binding = await findBinding(services.database, services, key)
  // Return the same error for another customer's binding as for a missing one.
  if (!binding) throw new Refused({ kind: 'binding-unknown' })

  const { dynamicCode: code } = request
  const isOpen = binding.state === 'starting' || binding.state === 'codeSent'
  if (code !== undefined && isOpen) {
    await saveCardConsent(services, caller, request.agreed ?? [])
    await confirm(services, binding, code)
  }
  return resultOf(services, await findBinding(services.database, services, key))
}

/** Requires consent to the card binding agreement, and stores it. */
async function saveCardConsent(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  caller: SignedInCaller,
  agreed: readonly string[],
): Promise<void> {
  if (!agreed.includes(AGREEMENT)) throw new Refused({ kind: 'agreement-needed' })
  const { customer } = caller.session
  await saveConsents(services.database, services, caller, { customer, agreed: [AGREEMENT] })
}

async function confirm(services: Deps, binding: Binding, code: string): Promise<void> {
  const { customer, bindingNo } = binding
  const key = { customer, bindingNo }
  const tried = await countAttempt(services.database, services, key)
  if (!tried) return refuseUnlessSettled(services, key)

  const answer = await confirmAtBank(services, binding, code)
  const state = await settleBinding(services, key, answer)
  if (state !== 'codeSent') return
  const { triesLeft } = tried
  throw new Refused(
    triesLeft === 0 ? { kind: 'sms-code-void' } : { kind: 'sms-code-wrong', triesLeft },
  )
}

/**
 * No tries are left: the code is void, unless a concurrent call with the right code settled the
 * binding.
 */
async function refuseUnlessSettled(
  services: Pick<Services, 'database' | 'vault'>,
  key: BindingKey,
): Promise<void> {
  const binding = await findBinding(services.database, services, key)
  if (binding?.state === 'codeSent') throw new Refused({ kind: 'sms-code-void' })
}

/**
 * If the bank does not answer, the result is unknown, so the binding is processing and the bank is
 * polled.
 */
async function confirmAtBank(
  services: Pick<Services, 'database' | 'vault' | 'providers' | 'log'>,
  { customer, bindingNo, cardNumber, phone }: Binding,
  code: string,
): Promise<BindingAnswer> {
  const { database, providers, log } = services
  const wire = await readWireOrder(database, bindingNo)
  const { name, idNumber } = await getPerson(database, services, customer)
  try {
    // Deleted when a concurrent call has settled the binding: then only its state is of interest.
    if (cardNumber === undefined) return await providers.bank.binding(wire)
    const holder = { name, idNumber, cardNumber, phone }
    return await providers.bank.confirmBinding({ ...wire, ...holder, code })
  } catch (cause) {
    log.warn('bank.binding-not-confirmed', { reason: faultIn(cause) })
    return { state: 'processing' }
  }
}

async function resultOf(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  binding: Binding | undefined,
): Promise<BindingResult> {
  assert(binding !== undefined, 'a binding is never deleted')
  const { state, customer, cardId, reason } = binding
  if (state === 'processing') return { state }
  if (state === 'declined') return { state, reason: reason ?? '请重新获取验证码' }
  if (cardId === undefined) return { state: 'codeSent' }

  const card = await findCard(services.database, services, { customer, cardId })
  if (!card) throw new Refused({ kind: 'binding-unknown' })
  return { state: 'bound', card: boundCardOf(card) }
}

/** The fields of a card that may leave the server. */
export function boundCardOf(card: Card): BoundCard {
  const { cardId, bankCode, bankName, lastFour, singleLimit, dayLimit, refusedDebit } = card
  return { cardId, bankCode, bankName, lastFour, singleLimit, dayLimit, refusedDebit }
}
