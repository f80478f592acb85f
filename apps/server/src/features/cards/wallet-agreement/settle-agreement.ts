import { displayYuan } from '@qingzhou/domain/money/money'
import { nextPollAt } from '#features/order-watch/index.ts'
import { findOpenId } from '#features/onboarding/index.ts'
import { customerOfOrder } from '@qingzhou/providers/records/bank-order-store'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import type { Services } from '#services.ts'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { saveReference, readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import { faultIn } from '@qingzhou/platform/provider-fault'
import type { AgreementAnswer } from '@qingzhou/providers/wallet/port'
import {
  findAgreement,
  hasOpenDebit,
  lockAgreements,
  markEnded,
  markEndedAtApp,
  markSigned,
  type AgreementKey,
  type WalletAgreementRecord,
} from './wallet-agreement-store.ts'

/** A number that is not signed by then is ended. */
const SIGNING_MINUTES = 60
const END_AGAIN_MINUTES = 1

type Deps = Pick<Services, 'tasks' | 'now'>

/** Asks the app about an agreement in the background. */
export async function enqueueAgreementPoll(
  tx: Transaction,
  { tasks, now }: Deps,
  { customer, agreementNo }: AgreementKey,
  since = now(),
): Promise<void> {
  await tasks.add(tx, {
    kind: 'ask-wallet-agreement',
    payload: { customer, agreementNo },
    key: agreementNo,
    runAt: nextPollAt('wallet-agreement', since, now()),
  })
}

/** Handles a notice of the app by asking: the notice itself is not believed. */
export async function walletAgreementCallback(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log'>,
  { orderNo: agreementNo }: { readonly orderNo: string },
): Promise<'refused' | void> {
  const named = { orderNo: agreementNo, kind: 'agreement' } as const
  const customer = await customerOfOrder(services.database, named)
  if (customer === undefined) return 'refused'
  await askWalletAgreement(services, { customer, agreementNo })
}

/** Asks the app for the state of an agreement and takes it over. */
export async function askWalletAgreement(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log'>,
  key: AgreementKey,
): Promise<void> {
  const { database, now } = services
  const before = await findAgreement(database, key)
  if (!before) return
  const answer = await ask(services, key)
  if (answer?.state === 'signed') return storeSigned(services, key, answer)
  if (before.state === 'ended') return
  if (answer && before.state === 'signed') return endFromApp(services, key)
  const lapsesAt = minutesAfter(before.askedAt, SIGNING_MINUTES)
  await database.inTransaction(async (tx) => {
    const agreement = await lockOne(tx, key)
    if (!agreement || agreement.state === 'ended') return
    if (agreement.state === 'signing' && now() > lapsesAt && answer) {
      await endAgreement(tx, services, { agreement, isTold: false })
      return
    }
    await enqueueAgreementPoll(tx, services, key, agreement.askedAt)
  })
}

async function ask(
  services: Pick<Services, 'database' | 'providers' | 'log'>,
  key: AgreementKey,
): Promise<AgreementAnswer | undefined> {
  const { database, providers, log } = services
  const wire = await readWireOrder(database, key.agreementNo)
  try {
    return await providers.wallet.agreements?.agreement(wire)
  } catch (cause) {
    log.warn('wallet.agreement-unknown', { reason: faultIn(cause) })
    return undefined
  }
}

async function lockOne(
  tx: Transaction,
  { customer, agreementNo }: AgreementKey,
): Promise<WalletAgreementRecord | undefined> {
  const all = await lockAgreements(tx, customer)
  return all.find((one) => one.agreementNo === agreementNo)
}

/**
 * Records a signature. A customer has one agreement: of two that are signed the later is ended at the
 * app, as is one that was ended meanwhile, and one that another account signed than the one which the
 * customer has linked.
 */
async function storeSigned(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'log'>,
  key: AgreementKey,
  { reference, signers }: Extract<AgreementAnswer, { state: 'signed' }>,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const all = await lockAgreements(tx, key.customer)
    const agreement = all.find((one) => one.agreementNo === key.agreementNo)
    if (!agreement || agreement.state === 'signed') return
    const wire = await readWireOrder(tx, key.agreementNo)
    await saveReference(tx, { ...wire, reference })
    const linked = await findOpenId(tx, services, { customer: key.customer, provider: 'wallet' })
    const isOwn = linked === undefined || signers.includes(linked)
    if (!isOwn) services.log.warn('wallet.agreement-of-another-account', key)
    if (!isOwn || agreement.state === 'ended' || all.some(({ state }) => state === 'signed')) {
      await endAgreement(tx, services, { agreement, isTold: false })
      return
    }
    const signer = linked ?? signers[0] ?? ''
    await markSigned(tx, services, { ...key, signer, signedAt: services.now() })
    const words = { amount: displayYuan(agreement.rule.amountMax) }
    await notifyCustomer(tx, services, {
      key,
      what: 'signed',
      sms: smsOf('wallet-agreement-signed', words),
    })
  })
}

/** The customer ended it in the app itself. */
async function endFromApp(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
  key: AgreementKey,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const agreement = await lockOne(tx, key)
    if (agreement?.state !== 'signed') return
    await markEnded(tx, key, { endedAt: services.now(), isEndedAtApp: true })
    await notifyCustomer(tx, services, {
      key,
      what: 'ended',
      sms: smsOf('wallet-agreement-ended', {}),
    })
  })
}

/** Ends a locked agreement here, and at the app as soon as no debit is open. */
export async function endAgreement(
  tx: Transaction,
  services: Deps & Pick<Services, 'vault'>,
  { agreement, isTold }: { readonly agreement: WalletAgreementRecord; readonly isTold: boolean },
): Promise<void> {
  await markEnded(tx, agreement, { endedAt: services.now(), isEndedAtApp: false })
  await endAtAppSoon(tx, services, agreement, services.now())
  if (!isTold || agreement.state !== 'signed') return
  const sms = smsOf('wallet-agreement-ended', {})
  await notifyCustomer(tx, services, { key: agreement, what: 'ended', sms })
}

async function endAtAppSoon(
  tx: Transaction,
  { tasks }: Deps,
  { customer, agreementNo }: AgreementKey,
  runAt: Date,
): Promise<void> {
  const payload = { customer, agreementNo }
  await tasks.add(tx, { kind: 'end-wallet-agreement', payload, key: agreementNo, runAt })
}

/** Ends an agreement at the app, after the result of its open debit; repeated until the app has confirmed it. */
export async function endAtApp(
  services: Pick<Services, 'database' | 'tasks' | 'now' | 'providers'>,
  key: AgreementKey,
): Promise<void> {
  const { database, now, providers } = services
  const agreement = await findAgreement(database, key)
  if (agreement?.state !== 'ended') return
  if (await hasOpenDebit(database, key)) {
    const later = minutesAfter(now(), END_AGAIN_MINUTES)
    return database.inTransaction((tx) => endAtAppSoon(tx, services, key, later))
  }
  const { agreements } = providers.wallet
  if (!agreements) throw new Error(`agreement ${key.agreementNo}: the payment app has none`)
  await agreements.endAgreement(await readWireOrder(database, key.agreementNo))
  await markEndedAtApp(database, key, now())
}

async function notifyCustomer(
  tx: Transaction,
  services: Deps & Pick<Services, 'vault'>,
  {
    key,
    what,
    sms,
  }: {
    readonly key: AgreementKey
    readonly what: 'signed' | 'ended'
    readonly sms: Parameters<typeof enqueueSms>[2]['sms']
  },
): Promise<void> {
  const messageNo = `${key.agreementNo}-${what}`
  await enqueueSms(tx, services, { customer: key.customer, messageNo, sms })
}
