import type {
  BasicDraft,
  BasicInfo,
  CompanyDraft,
  CompanyInfo,
  DetailPart,
} from '@qingzhou/contract/features/profile'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { newId, type CustomerNo } from '#platform/ids.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import type { SealedColumn } from '#platform/database/vault/sealed-columns.ts'
import { placeIn } from '#platform/database/vault/sealed-columns.ts'
import type { Services } from '#platform/services.ts'

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
  }
}

/** Saves a form and deletes its draft. */
export async function saveForm(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  saved: { readonly customer: CustomerNo; readonly form: Form; readonly fields: object },
): Promise<void> {
  const { customer, form, fields } = saved
  const place = placeIn('profiles', customer)(`${form}_sealed`)
  await tx.query(
    `INSERT INTO profiles (customer_no, ${form}_sealed, saved_at) VALUES ($1, $2, $3)
     ON CONFLICT (customer_no) DO UPDATE SET
       ${form}_sealed = excluded.${form}_sealed, ${form}_draft_sealed = NULL,
       saved_at = excluded.saved_at`,
    [customer, services.vault.seal(JSON.stringify(fields), place), services.now()],
  )
}

export async function saveDraft(
  db: Queryable,
  services: Pick<Services, 'vault' | 'now'>,
  saved: { readonly customer: CustomerNo; readonly form: Form; readonly fields: object },
): Promise<void> {
  const { customer, form, fields } = saved
  const place = placeIn('profiles', customer)(`${form}_draft_sealed`)
  await db.query(
    `INSERT INTO profiles (customer_no, ${form}_draft_sealed, saved_at) VALUES ($1, $2, $3)
     ON CONFLICT (customer_no) DO UPDATE SET
       ${form}_draft_sealed = excluded.${form}_draft_sealed, saved_at = excluded.saved_at`,
    [customer, services.vault.seal(JSON.stringify(fields), place), services.now()],
  )
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
