import { agreementsOfBusiness, requireAgreed, signAgreements } from '#features/agreements/index.ts'
import type { CardFacts, QuoteCardFacts } from '#features/agreements/index.ts'
import type { cardsShapes } from '@qingzhou/contract/features/cards'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { mask } from '@qingzhou/domain/people/masking'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { minutesAfter } from '@qingzhou/platform/clock'
import { newNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { insertWireOrder, readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import type { DebitAnswer } from '@qingzhou/providers/bank/port'
import { faultIn } from '@qingzhou/platform/provider-fault'
import type { Card } from './card-store.ts'
import {
  findDebitAgreement,
  findSigned,
  insertDebitAgreement,
  lockAgreementsOfCard,
  markDeclined,
  markEnded,
  markEndedAtBank,
  markSigned,
  takeTry,
} from './debit-agreement-store.ts'
import { findCard, holderOfCard } from './read-cards.ts'

/** Limits and timeouts for binding cards and signing agreements. Defined only here. */
export const cardFigures = {
  code: { waitSeconds: 60, validMinutes: 5, tries: 3 },
  perCustomerAndDay: 10,
  /** Many attempts on one card suggest a stolen card number. */
  perCardAndDay: 5,
  /** A bank that has not decided by then is treated as having declined. */
  patienceMinutes: 30,
} as const

const { waitSeconds, validMinutes, tries } = cardFigures.code
const DAY_SECONDS = 86_400

type Shapes = typeof cardsShapes
type Key = { readonly customer: CustomerNo; readonly debitNo: string }

/** Whether the customer's card may be debited without an SMS code, and by which agreement. */
export async function isDebitAgreed(
  { database }: Pick<Services, 'database'>,
  { session: { customer } }: SignedInCaller,
  { cardId }: Input<Shapes['hasDebitAgreement']>,
): Promise<Output<Shapes['hasDebitAgreement']>> {
  const signed = await findSigned(database, { customer, cardId })
  if (!signed) return { isSigned: false }
  const business = { customer, businessNo: signed.debitNo }
  const [text] = await agreementsOfBusiness(database, business)
  return {
    isSigned: true,
    signedAt: signed.signedAt?.getTime(),
    agreementNo: text?.agreementNo,
  }
}

/** Requests an SMS code from the bank: the code verifies that the card holder agrees. */
export async function startDebitAgreement(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'now' | 'providers' | 'log'>,
  { session: { customer } }: SignedInCaller,
  { cardId }: Input<Shapes['startDebitAgreement']>,
): Promise<Output<Shapes['startDebitAgreement']>> {
  const card = await findCard(services.database, services, { customer, cardId })
  if (!card) throw new Refused({ kind: 'card-unknown' })
  if (await findSigned(services.database, { customer, cardId })) {
    throw new Refused({ kind: 'debit-agreement-signed' })
  }
  await takeFromQuotas(services, customer)

  const debitNo = newNo()
  const record = { customer, debitNo, cardId, askedAt: services.now() }
  await services.database.inTransaction(async (tx) => {
    await insertDebitAgreement(tx, record)
    await insertWireOrder(tx, { orderNo: debitNo, orderedAt: record.askedAt })
  })
  const wire = await readWireOrder(services.database, debitNo)
  const holder = await holderOfCard(services.database, services, { customer, cardId })
  const answer = await askBank(services, () =>
    services.providers.bank.startDebitAgreement({ ...wire, cardToken: card.token, holder }),
  )
  if (!answer) throw new Refused({ kind: 'outside-unavailable' })
  if (answer.state === 'declined') {
    await markDeclined(services.database, record)
    throw new Refused({ kind: 'bank-declined', reason: answer.reason })
  }
  return { debitNo, waitSeconds, mobile: mask(holder.phone) }
}

async function takeFromQuotas(
  { limiter }: Pick<Services, 'limiter'>,
  customer: CustomerNo,
): Promise<void> {
  const key = `debit-agreement:${customer}`
  const soon = await limiter.take({ key, limit: 1, windowSeconds: waitSeconds })
  if (!soon.ok) throw new Refused({ kind: 'sms-too-soon', waitSeconds: soon.waitSeconds })
  const day = { limit: cardFigures.perCustomerAndDay, windowSeconds: DAY_SECONDS }
  const today = await limiter.take({ key: `${key}:day`, ...day })
  if (!today.ok) throw new Refused({ kind: 'sms-quota-spent' })
}

/**
 * Signs the debit agreement with the bank's code. A wrong code may be retried a few times; a
 * repeated call after the signature returns the same answer.
 */
export async function confirmDebitAgreement(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log'>,
  caller: SignedInCaller,
  { debitNo, dynamicCode, agreed }: Input<Shapes['confirmDebitAgreement']>,
): Promise<Output<Shapes['confirmDebitAgreement']>> {
  const { database, now } = services
  const key = { customer: caller.session.customer, debitNo }
  requireAgreed(caller, { events: ['0303'], agreed })
  const waiting = await findDebitAgreement(database, key)
  if (waiting?.state === 'signed') return { isSigned: true }
  const allowed = { tries, askedAfter: minutesAfter(now(), -validMinutes) }
  const triesLeft = await takeTry(database, key, allowed)
  // Return the same error for another customer's agreement as for a missing one.
  if (!waiting || triesLeft === undefined) throw new Refused({ kind: 'sms-code-void' })
  const card = await findCard(database, services, { ...key, cardId: waiting.cardId })
  if (!card) throw new Refused({ kind: 'card-unknown' })

  const wire = await readWireOrder(database, debitNo)
  const holder = await holderOfCard(database, services, { ...key, cardId: waiting.cardId })
  const answer = await askBank(services, () =>
    services.providers.bank.confirmDebitAgreement({ ...wire, holder, code: dynamicCode }),
  )
  if (!answer) {
    await endUnlessSigned(services, key)
    throw new Refused({ kind: 'outside-unavailable' })
  }
  if (answer.state === 'declined') {
    await markDeclined(database, key)
    throw new Refused({ kind: 'bank-declined', reason: answer.reason })
  }
  if (answer.state === 'codeSent') {
    throw new Refused(
      triesLeft === 0 ? { kind: 'sms-code-void' } : { kind: 'sms-code-wrong', triesLeft },
    )
  }
  const isSigned = await database.inTransaction((tx) =>
    signAtBank(tx, services, { caller, debitNo, card, agreed }),
  )
  if (!isSigned) throw new Refused({ kind: 'sms-code-void' })
  return { isSigned }
}

type Signing = {
  readonly caller: SignedInCaller
  readonly debitNo: string
  readonly card: Card
  readonly agreed: Input<Shapes['confirmDebitAgreement']>['agreed']
}

/**
 * Records a signature of the bank, with the text. A card has one agreement: of two signed at the
 * same time, the later is ended at the bank. One that was ended meanwhile stays ended.
 */
async function signAtBank(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  signing: Signing,
): Promise<boolean> {
  const { caller, debitNo, card, agreed } = signing
  const { customer } = caller.session
  const { cardId, bankName, lastFour } = card
  const now = services.now()
  const states = await lockAgreementsOfCard(tx, { customer, cardId })
  const state = states.get(debitNo)
  if (state === 'signed') return true
  const isTaken = [...states.values()].includes('signed')
  if (state !== 'codeSent' || isTaken) {
    await markEnded(tx, { customer, debitNo }, now)
    await endAtBankSoon(tx, services, { customer, debitNo })
    return isTaken
  }
  await markSigned(tx, { customer, debitNo }, now)
  const agreementHeader = {
    events: ['0303'] as const,
    businessNo: debitNo,
    agreed,
    card: factsOf(card),
  }
  await signAgreements(tx, services, caller, agreementHeader)
  await enqueueSms(tx, services, {
    customer,
    messageNo: `${debitNo}-signed`,
    sms: smsOf('debit-agreement-signed', { bank: bankName, lastFour }),
  })
  return true
}

/**
 * The bank may have signed without an answer. If the borrower does not repeat the code in time, the
 * agreement is ended, so that the bank keeps none that we do not know.
 */
async function endUnlessSigned(
  services: Pick<Services, 'database' | 'tasks' | 'now'>,
  key: Key,
): Promise<void> {
  const runAt = minutesAfter(services.now(), validMinutes)
  await services.database.inTransaction((tx) => endAtBankSoon(tx, services, key, runAt))
}

/** Ends the agreement of a card. From the commit on, every payment by the card asks for a code. */
export async function endDebitAgreement(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
  { session: { customer } }: SignedInCaller,
  { cardId }: Input<Shapes['endDebitAgreement']>,
): Promise<Output<Shapes['endDebitAgreement']>> {
  const card = await findCard(services.database, services, { customer, cardId })
  if (!card) throw new Refused({ kind: 'card-unknown' })
  await services.database.inTransaction(async (tx) => {
    const states = await lockAgreementsOfCard(tx, { customer, cardId })
    await endAgreements(tx, services, { customer, cardId })
    const [debitNo] = [...states].find(([, state]) => state === 'signed') ?? []
    if (debitNo === undefined) return
    await enqueueSms(tx, services, {
      customer,
      messageNo: `${debitNo}-ended`,
      sms: smsOf('debit-agreement-ended', { bank: card.bankName, lastFour: card.lastFour }),
    })
  })
  return {}
}

/** Ends the agreements of a customer or of one card, here and at the bank. */
export async function endAgreements(
  tx: Transaction,
  services: Pick<Services, 'tasks' | 'now'>,
  owner: { readonly customer: CustomerNo; readonly cardId?: string },
): Promise<void> {
  for (const debitNo of await markEnded(tx, owner, services.now())) {
    await endAtBankSoon(tx, services, { customer: owner.customer, debitNo })
  }
}

async function endAtBankSoon(
  tx: Transaction,
  { tasks, now }: Pick<Services, 'tasks' | 'now'>,
  { customer, debitNo }: Key,
  runAt = now(),
): Promise<void> {
  const payload = { customer, debitNo }
  await tasks.add(tx, { kind: 'end-debit-agreement', payload, key: debitNo, runAt })
}

/** Ends an agreement at the bank; repeated until the bank has confirmed it. */
export async function endAtBank(
  services: Pick<Services, 'database' | 'now' | 'providers'>,
  key: Key,
): Promise<void> {
  const { database, now, providers } = services
  const agreement = await findDebitAgreement(database, key)
  // The borrower repeated the code after a lost answer: it is in use, or the bank declined it.
  if (agreement?.state !== 'codeSent' && agreement?.state !== 'ended') return
  await markEnded(database, key, now())
  await providers.bank.endDebitAgreement(await readWireOrder(database, key.debitNo))
  await markEndedAtBank(database, key, now())
}

async function askBank(
  { log }: Pick<Services, 'log'>,
  question: () => Promise<DebitAnswer>,
): Promise<DebitAnswer | undefined> {
  try {
    return await question()
  } catch (cause) {
    log.warn('bank.debit-agreement-unknown', { reason: faultIn(cause) })
    return undefined
  }
}

/** The facts for the agreement of a card, before it is signed. */
export function cardFacts(services: Pick<Services, 'database' | 'vault' | 'now'>): QuoteCardFacts {
  return async ({ session: { customer } }, { cardId }) => {
    const card = await findCard(services.database, services, { customer, cardId })
    if (!card) throw new Refused({ kind: 'card-unknown' })
    return factsOf(card)
  }
}

function factsOf({ bankName, lastFour, singleLimit, dayLimit }: Card): CardFacts {
  return { bankName, lastFour, singleLimit, dayLimit }
}
