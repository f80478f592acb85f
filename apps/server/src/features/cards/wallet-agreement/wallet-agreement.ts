import type { cardsShapes } from '@qingzhou/contract/features/cards'
import { pages } from '@qingzhou/contract/pages'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { addMonths } from '@qingzhou/domain/calendar/local-date'
import { isOpen } from '@qingzhou/domain/loans/loan'
import { debitRule, type DebitRule } from '@qingzhou/domain/repayment/periodic-debit'
import { getPerson } from '#features/identity/index.ts'
import { readLoans } from '@qingzhou/lending/index'
import { insertBankOrder } from '@qingzhou/providers/records/bank-order-store'
import { appOf, type SignedInCaller } from '@qingzhou/platform/caller'
import { minutesAfter } from '@qingzhou/platform/clock'
import { newNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import { enqueueAgreementPoll, endAgreement } from './settle-agreement.ts'
import {
  findCurrentAgreement,
  hasOpenDebit,
  insertAgreement,
  lockAgreements,
  type WalletAgreementRecord,
} from './wallet-agreement-store.ts'

type Shapes = typeof cardsShapes

/** The app's page can be opened again within this time; then a new number is used. */
const PAGE_MINUTES = 15
const PER_DAY = 10
const DAY_SECONDS = 86_400

/** The agreement with the payment app: its state, and what is or would be agreed. */
export async function readWalletAgreement(
  services: Pick<Services, 'database' | 'providers' | 'businessDate'>,
  { session: { customer } }: SignedInCaller,
): Promise<Output<Shapes['walletAgreement']>> {
  const { database, providers } = services
  const current = await findCurrentAgreement(database, customer)
  const isOffered = providers.wallet.agreements !== undefined
  const isStanding = current !== undefined && current.state !== 'ended'
  const rule = isStanding ? current.rule : await ruleFor(services, customer)
  const terms = { isOffered, amountMax: rule.amountMax, firstOn: rule.firstOn }
  if (!current) return { ...terms, state: 'none', hasOpenDebit: false }
  return {
    ...terms,
    state: current.state,
    signedAt: current.signedAt?.getTime(),
    endedAt: current.endedAt?.getTime(),
    hasOpenDebit: await hasOpenDebit(database, current),
  }
}

/** The rule that a new agreement would have: it follows the next due date. */
async function ruleFor(
  services: Pick<Services, 'database' | 'businessDate'>,
  customer: CustomerNo,
): Promise<DebitRule> {
  const today = await services.businessDate()
  const loans = await readLoans(services.database, customer)
  const dueDates = loans
    .flatMap(({ loan }) => loan.instalments.filter((row) => isOpen(row)))
    .map(({ dueDate }) => dueDate)
    .filter((dueDate) => dueDate >= today)
    .toSorted()
  return debitRule(dueDates[0] ?? addMonths(today, 1))
}

/**
 * Opens the app's page on which the customer signs. Nothing is agreed before the app says so; a
 * number that is never signed is ended after a while.
 */
export async function startWalletAgreement(
  services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'providers' | 'businessDate'
  >,
  caller: SignedInCaller,
  { amountMax, firstOn }: Input<Shapes['startWalletAgreement']>,
): Promise<Output<Shapes['startWalletAgreement']>> {
  const { database, providers } = services
  const { customer } = caller.session
  const { agreements } = providers.wallet
  if (!agreements) throw new Refused({ kind: 'payment-method-unavailable' })
  await requireQuota(services, customer)
  const rule = await ruleFor(services, customer)
  const agreement = await database.inTransaction((tx) =>
    findOrCreateSigning(tx, services, { customer, rule }),
  )
  // What was shown is what is signed.
  const isAsShown = agreement.rule.amountMax === amountMax && agreement.rule.firstOn === firstOn
  if (!isAsShown) throw new Refused({ kind: 'wallet-agreement-changed' })
  const wire = await readWireOrder(database, agreement.agreementNo)
  const { name, idNumber } = await getPerson(database, services, customer)
  const url = await agreements.agreementUrl({
    ...wire,
    rule: agreement.rule,
    signer: { name, idNumber },
    returnPath: `/#${pages.myCards}`,
    scene: appOf(caller) === 'wallet' ? 'app' : 'browser',
  })
  return { url }
}

async function requireQuota(
  { limiter }: Pick<Services, 'limiter'>,
  customer: CustomerNo,
): Promise<void> {
  const key = `wallet-agreement:${customer}`
  const today = await limiter.take({ key, limit: PER_DAY, windowSeconds: DAY_SECONDS })
  if (!today.ok) throw new Refused({ kind: 'wallet-agreement-quota' })
}

/** A page that was opened a moment ago is opened again, so that there are not two to sign. */
async function findOrCreateSigning(
  tx: Transaction,
  services: Pick<Services, 'tasks' | 'now'>,
  { customer, rule }: { readonly customer: CustomerNo; readonly rule: DebitRule },
): Promise<Pick<WalletAgreementRecord, 'agreementNo' | 'rule'>> {
  const now = services.now()
  const all = await lockAgreements(tx, customer)
  if (all.some(({ state }) => state === 'signed')) {
    throw new Refused({ kind: 'wallet-agreement-signed' })
  }
  const fresh = all.find(
    (one) =>
      one.state === 'signing' &&
      one.askedAt > minutesAfter(now, -PAGE_MINUTES) &&
      isSame(one.rule, rule),
  )
  if (fresh) return fresh
  const record = { customer, agreementNo: newNo(), rule, askedAt: now }
  await insertAgreement(tx, record)
  const { agreementNo: orderNo } = record
  await insertBankOrder(tx, { orderNo, kind: 'agreement', customer, orderedAt: now })
  await enqueueAgreementPoll(tx, services, record)
  return record
}

function isSame(one: DebitRule, other: DebitRule): boolean {
  return one.firstOn === other.firstOn && one.amountMax === other.amountMax
}

/**
 * Ends the agreement. From the commit on no debit starts; one that the app has is completed before
 * the app is told of the end.
 */
export async function endWalletAgreement(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
  { session: { customer } }: SignedInCaller,
): Promise<Output<Shapes['endWalletAgreement']>> {
  await services.database.inTransaction((tx) => endWalletAgreements(tx, services, { customer }))
  return {}
}

/** Ends all agreements of a customer with the payment app. */
export async function endWalletAgreements(
  tx: Transaction,
  services: Pick<Services, 'tasks' | 'now' | 'vault'>,
  { customer, isTold = true }: { readonly customer: CustomerNo; readonly isTold?: boolean },
): Promise<void> {
  for (const agreement of await lockAgreements(tx, customer)) {
    if (agreement.state !== 'ended') await endAgreement(tx, services, { agreement, isTold })
  }
}
