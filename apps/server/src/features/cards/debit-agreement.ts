import { findPerson } from '#features/identity/index.ts'
import type { SignedInCaller } from '#platform/caller.ts'
import { minutesAfter } from '#platform/clock.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import type { DebitAnswer } from '#providers/bank/port.ts'
import { faultIn } from '#providers/provider-fault.ts'
import type { Card } from './card-store.ts'
import {
  cardsOfHolder,
  hasDebitAgreement,
  insertDebitAgreement,
  markDeclined,
  markSigned,
  takeTry,
} from './card-store.ts'
import { newId } from '#platform/ids.ts'

/** Limits and timeouts for binding cards. Defined only here. */
export const cardFigures = {
  code: { waitSeconds: 60, validMinutes: 5, tries: 3 },
  perCustomerAndDay: 10,
  /** Many attempts on one card suggest a stolen card number. */
  perCardAndDay: 5,
  /** A bank that has not decided by then is treated as having declined. */
  patienceMinutes: 30,
} as const

const { waitSeconds, validMinutes, tries } = cardFigures.code

/** Whether the customer's card may be debited without an SMS code. */
export async function isDebitAgreed(
  { database }: Services,
  { session: { customer } }: SignedInCaller,
  { cardId }: { readonly cardId: string },
): Promise<{ isSigned: boolean }> {
  return { isSigned: await hasDebitAgreement(database, { customer, cardId }) }
}

/** Requests an SMS code from the bank: the code verifies that the card holder agrees. */
export async function startDebitAgreement(
  services: Services,
  { session: { customer } }: SignedInCaller,
  { cardId }: { readonly cardId: string },
): Promise<{ debitNo: string; waitSeconds: number }> {
  const card = await findCard(services.database, services, { customer, cardId })
  if (!card) throw new Refused({ kind: 'card-unknown' })
  const taken = await services.limiter.take({
    key: `debit-agreement:${customer}`,
    limit: 1,
    windowSeconds: waitSeconds,
  })
  if (!taken.ok) throw new Refused({ kind: 'sms-too-soon', waitSeconds: taken.waitSeconds })

  const debitNo = newId()
  const kept = { customer, debitNo, cardId, askedAt: services.now() }
  await insertDebitAgreement(services.database, kept)
  const answer = await asked(services, () =>
    services.providers.bank.startDebitAgreement({ orderNo: debitNo, cardToken: card.token }),
  )
  if (answer.state === 'declined') {
    await markDeclined(services.database, kept)
    throw new Refused({ kind: 'bank-declined', reason: answer.reason })
  }
  return { debitNo, waitSeconds }
}

/** Signs the debit agreement with the bank's code. A wrong code may be retried a few times. */
export async function confirmDebitAgreement(
  services: Services,
  { session: { customer } }: SignedInCaller,
  { debitNo, dynamicCode }: { readonly debitNo: string; readonly dynamicCode: string },
): Promise<{ isSigned: boolean }> {
  const { database, now } = services
  const key = { customer, debitNo }
  const allowed = { tries, askedAfter: minutesAfter(now(), -validMinutes) }
  if (!(await takeTry(database, key, allowed))) throw new Refused({ kind: 'sms-code-void' })
  const answer = await asked(services, () =>
    services.providers.bank.confirmDebitAgreement({ orderNo: debitNo, code: dynamicCode }),
  )
  if (answer.state === 'signed') await markSigned(database, key, now())
  if (answer.state === 'declined') {
    await markDeclined(database, key)
    throw new Refused({ kind: 'bank-declined', reason: answer.reason })
  }
  return { isSigned: answer.state === 'signed' }
}

async function asked(
  { log }: Services,
  question: () => Promise<DebitAnswer>,
): Promise<DebitAnswer> {
  try {
    return await question()
  } catch (cause) {
    log.warn('bank.debit-agreement-unknown', { reason: faultIn(cause) })
    throw new Refused({ kind: 'outside-unavailable' })
  }
}

/**
 * A customer's cards, newest first. After an identity correction, only cards bound under the new
 * identity count, so that no money goes to another person's card.
 */
export async function readCards(
  db: Queryable,
  services: Services,
  customer: CustomerNo,
): Promise<Card[]> {
  const person = await findPerson(db, services, customer)
  if (!person) return []
  const holderIndex = services.vault.index('idNumber', person.idNumber)
  return cardsOfHolder(db, services, { customer, holderIndex })
}

export async function findCard(
  db: Queryable,
  services: Services,
  { customer, cardId }: { readonly customer: CustomerNo; readonly cardId: string },
): Promise<Card | undefined> {
  const cards = await readCards(db, services, customer)
  return cards.find((card) => card.cardId === cardId)
}
