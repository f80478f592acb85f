import type {
  Agreement,
  AgreementEvent,
  agreementsShapes,
} from '@qingzhou/contract/features/agreements'
import type { Input } from '@qingzhou/contract/wire/shape'
import { mask, maskIdNumber } from '@qingzhou/domain/people/masking'
import type { ProductNo } from '@qingzhou/domain/product'
import { channelOf, findApplication } from '#features/applications/index.ts'
import { getPerson } from '#features/identity/index.ts'
import { findConsentTime, insertConsent, getPhone } from '#features/onboarding/index.ts'
import { partnersOn } from '@qingzhou/domain/funding/choose-partners'
import { readPartnerRows } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { newId, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { insertSigned, textOfBlocks } from './agreement-store.ts'
import {
  blankFacts,
  costSheetIn,
  type Facts,
  type AgreementSubject,
  type Template,
} from './template.ts'
import { costSheetTemplate, type TemplateChoice, templatesFor } from './templates/templates.ts'
import { sha256 } from '@qingzhou/platform/canonical-json'

/** What a customer agreed to, and the facts that fill in the texts. */
export type Signing = AgreementSubject & {
  readonly events: readonly AgreementEvent[]
  /** The application or draw it is signed for. */
  readonly businessNo: string
  readonly agreed: readonly { readonly code: string; readonly version: string }[]
  /** The loan it concerns; unset for the agreements of an application or a draw. */
  readonly loanNo?: string
}

/**
 * Stores the signed agreements in the transaction of the business they belong to: the text as
 * shown, its hash, the time and the device.
 */
export async function signAgreements(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  caller: SignedInCaller,
  signing: Signing,
): Promise<void> {
  const { events: _events, agreed: _agreed, businessNo, loanNo, ...matters } = signing
  const { customer } = caller.session
  const templates = requireAgreed(caller, signing)
  const facts = await factsOf(tx, services, { customer, ...matters })
  const signedAt = services.now()

  for (const template of costSheetIn(facts) ? [...templates, costSheetTemplate] : templates) {
    const blocks = template.write(facts)
    const { write: _, ...signed } = { ...template, customer, businessNo, loanNo, signedAt, blocks }
    await insertSigned(tx, services.vault, {
      ...signed,
      agreementNo: newId(),
      hash: sha256(textOfBlocks(blocks)).toString('hex'),
      ip: caller.ip,
      deviceId: caller.deviceId,
      userAgent: caller.userAgent,
    })
  }
}

/**
 * The templates of all events that are agreed to: those that the caller's channel requires, and those
 * that were shown for another channel and ticked. Refuses if a required one is missing, or one is not
 * in its current version.
 */
export function requireAgreed(
  caller: SignedInCaller,
  { events, agreed, loan }: Pick<Signing, 'events' | 'agreed' | 'loan'>,
): readonly Template[] {
  const isInPaymentApp = channelOf(caller) === 'payment-app'
  const isUnionLoan = loan !== undefined && loan.partners.length > 0
  const offered = events.flatMap((event) =>
    templatesFor(event, { isUnionLoan, isInPaymentApp: true }),
  )
  const required = events.flatMap((event) => templatesFor(event, { isUnionLoan, isInPaymentApp }))
  const consentTo = ({ code }: Template) => agreed.find((one) => one.code === code)
  if (!required.every(consentTo)) throw new Refused({ kind: 'agreement-needed' })
  const templates = offered.filter(consentTo)
  if (templates.some((template) => consentTo(template)?.version !== template.version)) {
    throw new Refused({ kind: 'agreement-outdated' })
  }
  return templates
}

/** The agreements of an event with blanks, for visitors who are not signed in. */
export async function agreementsForEvent(
  { database }: Pick<Services, 'database'>,
  request: EventRequest,
): Promise<readonly Agreement[]> {
  const { eventType, hasFund, channelCode, prodSubNo: productNo } = request
  const isUnionLoan = hasFund && (await hasPartners(database))
  const isInPaymentApp = channelOf({ channel: channelCode }) === 'payment-app'
  return writeAgreements(eventType, {
    isUnionLoan,
    isInPaymentApp,
    facts: { ...blankFacts, productNo },
  })
}

/** A link or an older page may ask for the texts of partners that the lender does not have. */
async function hasPartners(db: Queryable): Promise<boolean> {
  const [rows, today] = [await readPartnerRows(db), await readBusinessDate(db)]
  return partnersOn(rows, today).length > 0
}

/** The product counts while there is no draw: the product of a draw is decided by the server. */
type EventRequest = {
  readonly eventType: AgreementEvent
  readonly hasFund: boolean
  readonly channelCode: string
  readonly prodSubNo: ProductNo
}

/**
 * The agreements of an event, filled in with the customer's data: the text shown here is the text
 * that is signed.
 */
export async function agreementsToConfirm(
  services: Pick<Services, 'database' | 'vault' | 'today'>,
  caller: SignedInCaller,
  request: EventRequest & AgreementSubject & { readonly businessNo?: string | undefined },
): Promise<readonly Agreement[]> {
  const { eventType, hasFund, channelCode, prodSubNo, businessNo, ...matters } = request
  const { customer } = caller.session
  if (eventType === '0101' && businessNo !== undefined) {
    // A page left open since an earlier application must not show the texts of the current one.
    const application = await findApplication(services.database, services, customer)
    if (application?.applyNo !== businessNo) throw new Refused({ kind: 'step-not-reached' })
  }
  const facts = await factsOf(services.database, services, { customer, ...matters })
  const isUnionLoan = matters.loan
    ? matters.loan.partners.length > 0
    : hasFund && (await hasPartners(services.database))
  // What must be signed depends on the caller's channel, so its texts are always among those shown.
  const channels = [channelOf(caller), channelOf({ channel: channelCode })]
  const isInPaymentApp = channels.includes('payment-app')
  return writeAgreements(eventType, {
    isUnionLoan,
    isInPaymentApp,
    facts: { ...facts, productNo: prodSubNo },
  })
}

/** Stores consent to the current version of an agreement that was read to its end. */
export async function confirmRead(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  { session, ip, deviceId, userAgent }: SignedInCaller,
  { eventType, code, version }: Input<(typeof agreementsShapes)['confirmRead']>,
): Promise<{ agreedAt: number }> {
  const template = templatesFor(eventType, { isUnionLoan: true }).find((one) => one.code === code)
  if (!template) throw new Refused({ kind: 'page-data-missing' })
  if (template.version !== version) throw new Refused({ kind: 'agreement-outdated' })
  const { customer } = session
  const consent = { customer, page: `agreement/${code}`, version, ip, deviceId, userAgent }
  await insertConsent(services.database, services, consent)
  const agreedAt = await findConsentTime(services.database, consent)
  if (!agreedAt) throw new Error(`consent to ${code}: missing after its insert`)
  return { agreedAt: agreedAt.getTime() }
}

function writeAgreements(
  event: AgreementEvent,
  { facts, ...choice }: TemplateChoice & { readonly facts: Facts },
): readonly Agreement[] {
  return templatesFor(event, choice).map((template) => {
    const { code, version, title, isSeparate } = template
    return { code, version, title, isSeparate, blocks: [...template.write(facts)] }
  })
}

/** The facts that fill in a customer's agreements. Numbers are masked, as on the screen. */
async function factsOf(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  { customer, ...matters }: { readonly customer: CustomerNo } & AgreementSubject,
): Promise<Facts> {
  const person = await getPerson(db, services, customer)
  const phone = await getPhone(db, services, customer)
  return {
    borrower: { name: person.name, idNumber: maskIdNumber(person.idNumber), phone: mask(phone) },
    ...matters,
  }
}
