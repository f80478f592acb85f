import { mayEnter } from '@qingzhou/domain/credit/application'
import { hasLuhnCheckDigit } from '@qingzhou/domain/people/card-number'
import { fieldMessages } from '@qingzhou/domain/people/fields'
import { insertBankOrder } from '@qingzhou/providers/records/bank-order-store'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { applicationForCaller } from '#features/applications/index.ts'
import { getPerson } from '#features/identity/index.ts'
import type { BindingAnswer, BindingOrder } from '@qingzhou/providers/bank/port'
import { faultIn } from '@qingzhou/platform/provider-fault'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { bankOfNumber, hasIssueLength } from './bank-of-number.ts'
import { beginBinding } from './binding-store.ts'
import { cardFigures } from './debit-agreement.ts'
import { settleBinding } from './settle-binding.ts'
import { newNo } from '@qingzhou/platform/ids'

type Deps = Pick<Services, 'providers' | 'log'>

const { waitSeconds } = cardFigures.code
const DAY_SECONDS = 86_400

/**
 * Requests an SMS code from the bank for a card. The binding is committed before the bank is
 * called, so that a later callback always finds it.
 */
export async function sendBindingCode(
  services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'providers' | 'log' | 'today'
  >,
  caller: SignedInCaller,
  { cardNo: cardNumber, mobile: phone }: { readonly cardNo: string; readonly mobile: string },
): Promise<{ bindingNo: string; waitSeconds: number }> {
  const { customer } = caller.session
  await requireBindable(services, caller)
  const bankCode = bankOf(cardNumber)
  const { name, idNumber } = await getPerson(services.database, services, customer)
  await takeFromQuotas(services, { customer, cardNumber })

  const bindingNo = newNo()
  const holderIndex = services.vault.index('idNumber', idNumber)
  await services.database.inTransaction(async (tx) => {
    const binding = { customer, bindingNo, cardNumber, phone, holderIndex, bankCode }
    const tooSoon = await beginBinding(tx, services, binding)
    if (tooSoon) throw new Refused({ kind: 'sms-too-soon', ...tooSoon })
    const orderedAt = services.now()
    await insertBankOrder(tx, { orderNo: bindingNo, kind: 'binding', customer, orderedAt })
  })
  const wire = await readWireOrder(services.database, bindingNo)
  const order = { ...wire, name, idNumber, cardNumber, phone }
  const answer = (await isOthersCard(services, order)) ? notTheirs : await start(services, order)
  await settleBinding(services, { customer, bindingNo }, answer ?? unanswered)
  if (!answer) throw new Refused({ kind: 'outside-unavailable' })
  if (answer.state === 'declined') {
    throw new Refused({ kind: 'bank-declined', reason: answer.reason })
  }
  return { bindingNo, waitSeconds }
}

/** If the bank does not answer, the binding is ended so that the next attempt need not wait. */
const unanswered: BindingAnswer = { state: 'declined', reason: '银行未响应，请重新获取验证码' }

const notTheirs: BindingAnswer = {
  state: 'declined',
  reason: '姓名、证件号、卡号或预留手机号与银行登记的不一致',
}

/** Whether the card certainly belongs to another person or phone. Otherwise its bank decides. */
async function isOthersCard({ providers, log }: Deps, order: BindingOrder): Promise<boolean> {
  try {
    return (await providers.cardCheck?.verify(order)) === 'mismatch'
  } catch (cause) {
    log.warn('card-check.no-answer', { reason: faultIn(cause) })
    return false
  }
}

async function start(
  { providers, log }: Deps,
  order: BindingOrder,
): Promise<BindingAnswer | undefined> {
  try {
    return await providers.bank.startBinding(order)
  } catch (cause) {
    log.warn('bank.binding-not-started', { reason: faultIn(cause) })
    return undefined
  }
}

/** Allowed during an application, and later for additional cards. */
export async function requireBindable(
  services: Pick<Services, 'database' | 'today'>,
  caller: SignedInCaller,
): Promise<void> {
  const { application } = await applicationForCaller(services.database, services, caller)
  const isBindable = mayEnter('bindCardForCredit', application) || mayEnter('bindCard', application)
  if (!isBindable) throw new Refused({ kind: 'step-not-reached' })
}

function bankOf(cardNumber: string): string {
  const issued = bankOfNumber(cardNumber)
  if (issued.cardType === 'credit') throw new Refused({ kind: 'card-is-credit-card' })
  if (issued.cardType === 'unknown' || issued.singleLimit === undefined) {
    throw new Refused({ kind: 'bank-not-supported' })
  }
  if (!hasLuhnCheckDigit(cardNumber) || !hasIssueLength(cardNumber)) {
    throw new Refused({ kind: 'field-invalid', message: fieldMessages.cardNumber })
  }
  return issued.bankCode
}

async function takeFromQuotas(
  { limiter }: Pick<Services, 'limiter'>,
  { customer, cardNumber }: { readonly customer: string; readonly cardNumber: string },
): Promise<void> {
  const { perCustomerAndDay, perCardAndDay } = cardFigures
  for (const [key, limit] of [
    [`binding:customer:${customer}`, perCustomerAndDay],
    [`binding:card:${cardNumber}`, perCardAndDay],
  ] as const) {
    const taken = await limiter.take({ key, limit, windowSeconds: DAY_SECONDS })
    if (!taken.ok) throw new Refused({ kind: 'sms-quota-spent' })
  }
}
