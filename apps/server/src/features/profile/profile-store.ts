import type {
  BasicDraft,
  BasicInfo,
  CompanyDraft,
  CompanyInfo,
  DetailPart,
} from '@qingzhou/contract/features/profile'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { sha256 } from '@qingzhou/platform/canonical-json'
import { newId, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { SealedColumn } from '@qingzhou/platform/database/vault/sealed-columns'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'

export type UsedEmail = { readonly emailNo: string; readonly address: string }

/** Older addresses are deleted. */
const KEPT_MAX = 5

/** The addresses that mail was sent to, latest first. */
export async function listEmails(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<readonly UsedEmail[]> {
  const rows = await db.query<{ email_no: string; address_sealed: Buffer; address_index: Buffer }>(
    `SELECT email_no, address_sealed, address_index FROM customer_emails
      WHERE customer_no = $1 ORDER BY used_at DESC, email_no LIMIT $2`,
    [customer, KEPT_MAX],
  )
  return rows.map((row) => {
    const place = placeIn('customer_emails', customer, row.address_index)
    return {
      emailNo: row.email_no,
      address: vault.open(row.address_sealed, place('address_sealed')),
    }
  })
}

/** Saves an address; an address used again becomes the latest. */
export async function saveEmail(
  tx: Transaction,
  { vault, now }: Pick<Services, 'vault' | 'now'>,
  { customer, address }: { readonly customer: CustomerNo; readonly address: string },
): Promise<void> {
  const index = vault.index('email', address.toLowerCase())
  const place = placeIn('customer_emails', customer, index)
  await tx.query(
    `INSERT INTO customer_emails (customer_no, email_no, address_sealed, address_index, used_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (customer_no, address_index) DO UPDATE SET
       address_sealed = excluded.address_sealed, used_at = excluded.used_at`,
    [customer, newId(), vault.seal(address, place('address_sealed')), index, now()],
  )
  await tx.query(
    `DELETE FROM customer_emails WHERE customer_no = $1 AND email_no NOT IN (
       SELECT email_no FROM customer_emails
        WHERE customer_no = $1 ORDER BY used_at DESC, email_no LIMIT $2)`,
    [customer, KEPT_MAX],
  )
}

/** Each form as saved, and its draft. */
export type Profile = {
  readonly basic: BasicInfo | undefined
  readonly basicDraft: BasicDraft | undefined
  readonly company: CompanyInfo | undefined
  readonly companyDraft: CompanyDraft | undefined
  readonly basicVersion: string | undefined
  readonly companyVersion: string | undefined
}

export type Form = 'basic' | 'company'

export async function findProfile(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<Profile> {
  const [row] = await db.query<Record<`${Form}_${'sealed' | 'draft_sealed'}`, Buffer | null>>(
    `SELECT basic_sealed, basic_draft_sealed, company_sealed, company_draft_sealed
       FROM profiles WHERE customer_no = $1`,
    [customer],
  )
  // The contract validated these values before they were encrypted.
  const place = placeIn('profiles', customer)
  const opened = (column: SealedColumn<'profiles'>): unknown => {
    const sealed = row?.[column]
    return sealed ? JSON.parse(vault.open(sealed, place(column))) : undefined
  }
  return {
    basic: opened('basic_sealed') as BasicInfo | undefined,
    basicDraft: opened('basic_draft_sealed') as BasicDraft | undefined,
    company: opened('company_sealed') as CompanyInfo | undefined,
    companyDraft: opened('company_draft_sealed') as CompanyDraft | undefined,
    basicVersion: storedVersion(row?.basic_draft_sealed ?? row?.basic_sealed),
    companyVersion: storedVersion(row?.company_draft_sealed ?? row?.company_sealed),
  }
}

/** What is stored of a form: its draft, or the form as saved. */
export type StoredForm = {
  readonly fields: BasicDraft | CompanyDraft
  /** Another one after each save; undefined if nothing is stored. */
  readonly version: string | undefined
}

/** Locks the customer's forms, so that saves from two phones follow each other. */
export async function lockForm(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  { customer, form }: { readonly customer: CustomerNo; readonly form: Form },
): Promise<StoredForm> {
  await tx.query(
    `INSERT INTO profiles (customer_no, saved_at) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [customer, services.now()],
  )
  await tx.query(`SELECT customer_no FROM profiles WHERE customer_no = $1 FOR UPDATE`, [customer])
  const profile = await findProfile(tx, services, customer)
  return {
    fields: profile[`${form}Draft`] ?? profile[form] ?? {},
    version: profile[`${form}Version`],
  }
}

type SavedForm = { readonly customer: CustomerNo; readonly form: Form; readonly fields: object }

/** Saves a form and deletes its draft. Returns the new version. */
export async function saveForm(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  { customer, form, fields }: SavedForm,
): Promise<string> {
  const place = placeIn('profiles', customer)(`${form}_sealed`)
  const sealed = services.vault.seal(JSON.stringify(fields), place)
  await tx.query(
    `INSERT INTO profiles (customer_no, ${form}_sealed, saved_at) VALUES ($1, $2, $3)
     ON CONFLICT (customer_no) DO UPDATE SET
       ${form}_sealed = excluded.${form}_sealed, ${form}_draft_sealed = NULL,
       saved_at = excluded.saved_at`,
    [customer, sealed, services.now()],
  )
  return versionOf(sealed)
}

/** Saves the draft of a locked form. Returns the new version. */
export async function saveDraft(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  { customer, form, fields }: SavedForm,
): Promise<string> {
  const place = placeIn('profiles', customer)(`${form}_draft_sealed`)
  const sealed = services.vault.seal(JSON.stringify(fields), place)
  await tx.query(
    `UPDATE profiles SET ${form}_draft_sealed = $2, saved_at = $3 WHERE customer_no = $1`,
    [customer, sealed, services.now()],
  )
  return versionOf(sealed)
}

function storedVersion(sealed: Buffer | null | undefined): string | undefined {
  return sealed ? versionOf(sealed) : undefined
}

/** The same text is encrypted differently each time, so each save has its own version. */
function versionOf(sealed: Buffer): string {
  return sha256(sealed).toString('base64url')
}

/** Records a change of details with the values before it. */
export async function insertChange(
  tx: Transaction,
  { vault, now, today }: Pick<Services, 'vault' | 'now' | 'today'>,
  change: { readonly customer: CustomerNo; readonly part: DetailPart; readonly before: object },
): Promise<void> {
  const { customer, part, before } = change
  const changeNo = newId()
  const place = placeIn('profile_changes', customer, changeNo)('before_sealed')
  await tx.query(
    `INSERT INTO profile_changes
       (customer_no, change_no, part, before_sealed, changed_at, changed_on)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [customer, changeNo, part, vault.seal(JSON.stringify(before), place), now(), today()],
  )
}

export type DetailChange = {
  readonly part: DetailPart
  readonly changedAt: Date
  readonly changedOn: LocalDate
}

export async function listChanges(
  db: Queryable,
  customer: CustomerNo,
): Promise<readonly DetailChange[]> {
  const rows = await db.query<{ part: DetailPart; changed_at: Date; changed_on: LocalDate }>(
    `SELECT part, changed_at, changed_on FROM profile_changes WHERE customer_no = $1`,
    [customer],
  )
  return rows.map((row) => ({
    part: row.part,
    changedAt: row.changed_at,
    changedOn: row.changed_on,
  }))
}
