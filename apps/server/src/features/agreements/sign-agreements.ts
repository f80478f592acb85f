import type { Agreement, AgreementEvent } from '@qingzhou/contract/features/agreements'
import { mask, maskIdNumber } from '@qingzhou/domain/people/masking'
import { personOf } from '#features/identity/index.ts'
import { phoneOf } from '#features/onboarding/index.ts'
import type { SignedInCaller } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { insertSigned, wordsOf } from './agreement-store.ts'
import { blankFacts } from './blanks.ts'
import type { Facts, AgreementSubject, Template } from './template.ts'
import { costSheetIn } from './template.ts'
import { costSheetTemplate, templatesFor } from './templates/templates.ts'
import { newId } from '#platform/ids.ts'
import { sha256 } from '#platform/canonical-json.ts'

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
  services: Services,
  caller: SignedInCaller,
  signing: Signing,
): Promise<void> {
  const { businessNo, loan, delay, plan, second, card, loanNo } = signing
  const { customer } = caller.session
  const templates = requireAgreed(signing)
  const facts = await factsOf(tx, services, { customer, loan, delay, plan, second, card })
  const signedAt = services.now()

  for (const template of costSheetIn(facts) ? [...templates, costSheetTemplate] : templates) {
    const blocks = template.write(facts)
    const { write: _, ...signed } = { ...template, customer, businessNo, loanNo, signedAt, blocks }
    await insertSigned(tx, services.vault, {
      ...signed,
      agreementNo: newId(),
      hash: sha256(wordsOf(blocks)).toString('hex'),
      ip: caller.ip,
      deviceId: caller.deviceId,
      userAgent: caller.userAgent,
    })
  }
}

/** The templates of all events. Refuses if one is not agreed to, or not in its current version. */
export function requireAgreed({
  events,
  agreed,
  loan,
}: Pick<Signing, 'events' | 'agreed' | 'loan'>): readonly Template[] {
  const isUnionLoan = loan?.isUnionLoan ?? false
  const templates = events.flatMap((event) => templatesFor(event, { isUnionLoan }))
  for (const { code, version } of templates) {
    const given = agreed.find((one) => one.code === code)
    if (!given) throw new Refused({ kind: 'agreement-needed' })
    if (given.version !== version) throw new Refused({ kind: 'agreement-outdated' })
  }
  return templates
}

/** The agreements of an event with blanks, for visitors who are not signed in. */
export function agreementsForEvent(request: {
  readonly eventType: AgreementEvent
  readonly hasFund: boolean
}): readonly Agreement[] {
  const { eventType, hasFund } = request
  return written(eventType, { isUnionLoan: hasFund, facts: blankFacts })
}

/**
 * The agreements of an event, filled in with the customer's data: the text shown here is the text
 * that is signed.
 */
export async function agreementsToConfirm(
  services: Services,
  caller: SignedInCaller,
  { eventType, ...matters }: { readonly eventType: AgreementEvent } & AgreementSubject,
): Promise<readonly Agreement[]> {
  const { customer } = caller.session
  const facts = await factsOf(services.database, services, { customer, ...matters })
  return written(eventType, { isUnionLoan: matters.loan?.isUnionLoan ?? false, facts })
}

function written(
  event: AgreementEvent,
  { isUnionLoan, facts }: { readonly isUnionLoan: boolean; readonly facts: Facts },
): readonly Agreement[] {
  return templatesFor(event, { isUnionLoan }).map((template) => {
    const { code, version, title, isSeparate } = template
    return { code, version, title, isSeparate, blocks: [...template.write(facts)] }
  })
}

/** The facts that fill in a customer's agreements. Numbers are masked, as on the screen. */
async function factsOf(
  db: Queryable,
  services: Services,
  { customer, ...matters }: { readonly customer: CustomerNo } & AgreementSubject,
): Promise<Facts> {
  const person = await personOf(db, services, customer)
  const phone = await phoneOf(db, services, customer)
  return {
    borrower: { name: person.name, idNumber: maskIdNumber(person.idNumber), phone: mask(phone) },
    ...matters,
  }
}
