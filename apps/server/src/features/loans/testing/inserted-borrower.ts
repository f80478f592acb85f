import { randomBytes } from 'node:crypto'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { moveApplication } from '#features/applications/index.ts'
import { upsertCard } from '#features/cards/card-store.ts'
import { replaceCard } from '#features/identity/card/id-card-store.ts'
import { openSession, passSession } from '#features/identity/face/face-session-store.ts'
import { newIdNumber } from '#features/identity/testing/applicant.ts'
import { openLimit } from '@qingzhou/lending/index'
import { savePassedCheck } from '#features/onboarding/codes/sms-code-store.ts'
import { customerOfPhone } from '#features/onboarding/customers/customer-of-phone.ts'
import { agreed, newPhone } from '#features/onboarding/testing/visitor.ts'
import type { Services } from '#services.ts'

export type InsertedBorrower = {
  readonly customer: CustomerNo
  readonly caller: SignedInCaller
  readonly cardId: string
  /** The bank's token of the card. */
  readonly cardToken: string
}

/** The number, phone and token of a card, for a bank that knows the holder. */
export type BindCard = (holder: {
  readonly name: string
  readonly idNumber: string
}) => Promise<{ readonly number: string; readonly phone: string; readonly token: string }>

/** A borrower with a card and a limit, inserted directly without the application flow. */
export async function insertBorrower(
  services: Services,
  {
    limit = fen(50_000_00n),
    bindCard,
  }: { readonly limit?: Money; readonly bindCard?: BindCard | undefined } = {},
): Promise<InsertedBorrower> {
  const idNumber = newIdNumber()
  const bound = await bindCard?.({ name: idCard.name, idNumber })
  const planted = await services.database.inTransaction(async (tx) => {
    const phone = newPhone()
    const { customer } = await customerOfPhone(tx, services, origin, { phone, agreed })
    for (const type of applicationEvents) await moveApplication(tx, services, customer, { type })
    await replaceCard(tx, services, {
      ...idCard,
      customer,
      phone,
      idNumber,
      savedAt: services.now(),
    })
    const card = bound ?? {
      number: '6222020000000000000',
      phone: '13700000000',
      token: `token-of-${customer}`,
    }
    const cardId = await upsertCard(tx, services, {
      customer,
      cardIndex: randomBytes(32),
      holderIndex: services.vault.index('idNumber', idNumber),
      ...card,
      bankCode: 'ICBC',
    })
    return { customer, cardId, cardToken: card.token }
  })
  const { customer } = planted
  const act = { customer, requestNo: 'limit-of-a-test', actor: 'system' }
  await openLimit(services, act, { amount: limit, grade: 'C', lender: 'consumer-finance' })
  return { ...planted, caller: callerOf(customer) }
}

const origin = {
  ip: '192.0.2.1',
  userAgent: 'test',
  deviceId: 'device-of-a-test',
  channel: '000000000004',
  linkChannel: '000000000004',
  uriId: undefined,
  subChannel: undefined,
  applyNo: undefined,
  deviceKeys: {},
}

const applicationEvents = [
  'identity-saved',
  'face-passed',
  'card-bound',
  'basic-info-saved',
  'company-info-saved',
  'submitted',
  'approved',
] as const

const idCard = {
  name: '沈青禾',
  nation: '汉',
  address: '云泽市临江区青石路 18 号',
  issueAgency: '云泽市公安局临江分局',
  issuedOn: localDate('2016-03-20'),
  expiresOn: localDate('2036-03-20'),
  frontFileNo: 'front',
  backFileNo: 'back',
}

function callerOf(customer: CustomerNo): SignedInCaller {
  return {
    ...origin,
    requestId: 'request',
    session: { id: `session-of-${customer}`, customer },
    readSecret: () => undefined,
    setSecretCookie: () => {},
  }
}

/** Marks the SMS code and face check as passed; other tests cover them. */
export async function passVerifications(
  services: Services,
  { caller, customer }: InsertedBorrower,
  drawNo: string,
): Promise<void> {
  const { database } = services
  await savePassedCheck(database, services, { session: caller.session, purpose: 'loan' })
  const session = { customer, faceSessionNo: crypto.randomUUID() }
  const faceSessionNo = await openSession(database, services, {
    ...session,
    purpose: 'loan',
    businessNo: drawNo,
  })
  await database.inTransaction((tx) => passSession(tx, services, { customer, faceSessionNo }))
}
