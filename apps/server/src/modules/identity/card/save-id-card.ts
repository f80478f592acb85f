import { checkIdCard } from '@qingzhou/domain/people/id-card'
import { isIdNumber } from '@qingzhou/domain/people/id-number'
import { tidyName } from '@qingzhou/domain/people/person-name'
import { parseCompactDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { BackReading } from '@qingzhou/contract/identity'
import type { SignedInCaller } from '#caller.ts'
import type { CustomerNo } from '#customer-no.ts'
import type { Queryable } from '#database/database.ts'
import {
  applicationSeenBy,
  hasSubmitted,
  moveApplication,
  requireAt,
} from '#modules/applications/index.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import { findCard, replaceCard, type CardFields, type KeptCard } from './id-card-store.ts'
import { claimNumber } from './identity-store.ts'
import { isKnownRegion } from './known-region.ts'
import { findPhotos } from './photo-store.ts'
import { isInRegister } from './verify-id-number.ts'

type Given = {
  readonly name: string
  readonly no: string
  readonly nation: string
  readonly address: string
  readonly issueAgency: string
  readonly issueDate: LocalDate
  readonly expireDate: LocalDate | '长期'
}

/**
 * Saves the identity card as its holder confirmed it, once the register knows the two together.
 *
 * The register is asked outside the transaction, and everything else is looked at again inside it:
 * another phone may have photographed another card meanwhile.
 */
export async function saveIdCard(
  services: Services,
  caller: SignedInCaller,
  given: Given,
): Promise<Record<string, never>> {
  const { database, files } = services
  const { customer } = caller.session
  await requireAt(database, services, caller, 'identity')
  const fields = fieldsOf(given)
  const { isOnFile } = await check(database, services, { customer, fields })
  // In a second application the card of the first one is saved anew, as its face is looked at anew.
  if (isOnFile && !(await isAtIdentity(services, caller))) return {}

  if (!(await isInRegister(services, customer, fields))) {
    throw new Refused({ kind: 'identity-mismatch' })
  }
  await database.inTransaction(async (tx) => {
    // First, as it locks the customer, and looks at the old card to know whether that has run out.
    await moveApplication(tx, services, customer, { type: 'identity-saved' })
    const { card, earlier } = await check(tx, services, { customer, fields })
    const isOwn = await claimNumber(tx, services, { customer, idNumber: fields.idNumber })
    if (!isOwn) throw new Refused({ kind: 'identity-of-other-account' })

    for (const fileNo of replacedFiles(earlier, card)) {
      await files.release(tx, { customer, fileNo })
    }
    await replaceCard(tx, services, { customer, ...card, savedAt: services.now() })
  })
  return {}
}

async function isAtIdentity(services: Services, caller: SignedInCaller): Promise<boolean> {
  const { application } = await applicationSeenBy(services.database, services, caller)
  return application.step === 'identity'
}

function fieldsOf(given: Given): CardFields {
  const { no, issueDate, expireDate, nation, address, issueAgency } = given
  return {
    name: tidyName(given.name),
    idNumber: no,
    nation,
    address,
    issueAgency,
    issuedOn: issueDate,
    expiresOn: expireDate === '长期' ? undefined : expireDate,
  }
}

type Checked = {
  readonly card: Omit<KeptCard, 'savedAt'>
  readonly earlier: KeptCard | undefined
  /** Tapped twice: what is saved is there already. */
  readonly isOnFile: boolean
}

/** The card with its photos, or a refusal. */
async function check(
  db: Queryable,
  services: Services,
  { customer, fields }: { readonly customer: CustomerNo; readonly fields: CardFields },
): Promise<Checked> {
  const earlier = await findCard(db, services, customer)
  const today = services.today()
  const hasRunOut = earlier?.expiresOn !== undefined && earlier.expiresOn < today
  const { front, back } = await findPhotos(db, services, customer)
  // Photos of a card that has run out are not photos of the new one.
  const isFresh = (photo: { readAt: Date }) => !hasRunOut || photo.readAt > earlier.savedAt
  if (!front || !back || !isFresh(front) || !isFresh(back)) {
    throw new Refused({ kind: 'id-card-photos-needed' })
  }
  // Limits and loans are a person's: from the first submission on, the account has its person.
  const hasPerson = hasRunOut || (await hasSubmitted(db, customer))
  const { no } = front.reading
  const checked = checkIdCard(fields, today, {
    photographedNumber: no !== undefined && isIdNumber(no) ? no : undefined,
    photographedTerm: termOn(back.reading),
    numberOnFile: hasPerson ? earlier?.idNumber : undefined,
    isRegionKnown: (region) => isKnownRegion(region) || isMadeUp(services, region),
  })
  if (!checked.ok) throw new Refused(checked.refusal)
  const card = { ...fields, frontFileNo: front.fileNo, backFileNo: back.fileNo }
  return { card, earlier, isOnFile: !hasRunOut && isSame(card, earlier) }
}

/** Both dates, or none: one alone says little about a card. */
function termOn({ issueDate, expireDate }: BackReading) {
  const issued = parseCompactDate(issueDate ?? '')
  const expires = parseCompactDate(expireDate ?? '')
  if (!issued.ok) return undefined
  if (expireDate === '长期') return { issuedOn: issued.value, expiresOn: undefined }
  return expires.ok ? { issuedOn: issued.value, expiresOn: expires.value } : undefined
}

/** Nobody lives in region 99, so that is where the people of tests live. */
function isMadeUp({ mode }: Services, region: string): boolean {
  return mode === 'sandbox' && region.startsWith('99')
}

function isSame(card: Checked['card'], earlier: KeptCard | undefined): boolean {
  // Both have the same fields, so none is left out by looking at one's.
  const fields = Object.keys(card) as (keyof typeof card)[]
  return earlier !== undefined && fields.every((field) => card[field] === earlier[field])
}

function replacedFiles(earlier: KeptCard | undefined, card: Checked['card']): string[] {
  if (!earlier) return []
  const { frontFileNo, backFileNo } = card
  return [earlier.frontFileNo, earlier.backFileNo].filter(
    (fileNo) => fileNo !== frontFileNo && fileNo !== backFileNo,
  )
}
