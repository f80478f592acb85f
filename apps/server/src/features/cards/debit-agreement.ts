import { randomUUID } from 'node:crypto'
import type { SignedInCaller } from '#platform/caller.ts'
import { minutesAfter } from '#platform/clock.ts'
import type { DebitAnswer } from '#providers/bank/port.ts'
import { faultIn } from '#providers/provider-fault.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import {
  hasDebitAgreement,
  insertDebitAgreement,
  markDeclined,
  markSigned,
  takeTry,
} from './debit-agreement-store.ts'
import { cardFigures } from './figures.ts'
import { findCard } from './read-cards.ts'

const { waitSeconds, validMinutes, tries } = cardFigures.code

/** Whether a card of one's own may be debited without a code. */
export async function isDebitAgreed(
  { database }: Services,
  { session: { customer } }: SignedInCaller,
  { cardId }: { readonly cardId: string },
): Promise<{ isSigned: boolean }> {
  return { isSigned: await hasDebitAgreement(database, { customer, cardId }) }
}

/** Asks the bank to send its code: the holder of the card proves that it is theirs to give away. */
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

  const debitNo = randomUUID()
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

/** The bank's code signs it. A wrong one may be tried again, a few times. */
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
