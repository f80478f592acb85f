import { staffRoles, type StaffRole } from '@qingzhou/contract/permissions'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { StaffMember } from '@qingzhou/platform/caller'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'

type Deps = { readonly vault: Pick<Vault, 'seal' | 'open'> }
type Indexes = { readonly vault: Pick<Vault, 'index'> }

export type NewStaff = Omit<StaffMember, 'staffNo'> & {
  readonly passwordHash: string
  readonly phone?: string | undefined
  /** The last day of the access. An auditor has one. */
  readonly accessEndsOn?: LocalDate | undefined
  /** The member chooses a password of their own at the first sign-in. */
  readonly isPasswordUnchosen?: boolean
  readonly createdAt: Date
}

/** Returns the staff number; undefined if the username is taken. */
export async function insertStaff(
  db: Queryable,
  { vault }: Deps & Indexes,
  staff: NewStaff,
): Promise<string | undefined> {
  const { username, name, avatar, roles, passwordHash, phone, accessEndsOn, createdAt } = staff
  const firstPasswordUntil = staff.isPasswordUnchosen === true ? createdAt : null
  const phoneIndex = phone === undefined ? null : vault.index('phone', phone)
  const [row] = await db.query<{ staff_no: string }>(
    `INSERT INTO staff (username, name_sealed, avatar, roles, password_hash, phone_index,
       access_ends_on, created_at, first_password_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (username) DO NOTHING
     RETURNING staff_no`,
    [
      username,
      vault.seal(name, placeIn('staff', username)('name_sealed')),
      avatar,
      roles,
      passwordHash,
      phoneIndex,
      accessEndsOn,
      createdAt,
      firstPasswordUntil,
    ],
  )
  return row?.staff_no
}

export type Credentials = {
  readonly staffNo: string
  readonly passwordHash: string
  /** Until when the password made for them works. Undefined once they have chosen their own. */
  readonly firstPasswordUntil: Date | undefined
  /** An administrator requires a second factor of this member, whatever the setting says. */
  readonly isSecondFactorRequired: boolean
}

/** Finds the credentials of a member with access today; undefined for any other username. */
export async function findCredentials(
  db: Queryable,
  { username, now }: { readonly username: string; readonly now: Date },
): Promise<Credentials | undefined> {
  const [row] = await db.query<{
    staff_no: string
    password_hash: string
    second_factor_required: boolean
    first_password_until: Date | null
  }>(
    `SELECT staff_no, password_hash, second_factor_required, first_password_until
       FROM staff WHERE username = $1 AND is_active
        AND coalesce(access_ends_on >= ($2::timestamptz AT TIME ZONE 'Asia/Shanghai')::date, true)`,
    [username, now],
  )
  return (
    row && {
      staffNo: row.staff_no,
      passwordHash: row.password_hash,
      isSecondFactorRequired: row.second_factor_required,
      firstPasswordUntil: row.first_password_until ?? undefined,
    }
  )
}

/** The username of the member that a person of the OpenID provider is linked to. */
export async function findBySubject(db: Queryable, hash: Buffer): Promise<string | undefined> {
  const [row] = await db.query<{ username: string }>(
    `SELECT username FROM staff WHERE oidc_subject_hash = $1`,
    [hash],
  )
  return row?.username
}

/** Makes concurrent links of one person of the OpenID provider follow each other. */
export async function lockSubject(tx: Transaction, hash: Buffer): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))`, [hash])
}

/** Locks the row and returns whether password and account are unchanged and active. */
export async function lockIfCredentialsUnchanged(
  tx: Transaction,
  { staffNo, passwordHash }: Credentials,
): Promise<boolean> {
  const rows = await tx.query<{ staff_no: string }>(
    `SELECT staff_no FROM staff
      WHERE staff_no = $1 AND password_hash = $2 AND is_active FOR UPDATE`,
    [staffNo, passwordHash],
  )
  return rows.length === 1
}

/** Locks an active member until the transaction ends and returns the username. */
export async function lockActiveStaff(
  tx: Transaction,
  staffNo: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ username: string }>(
    `SELECT username FROM staff WHERE staff_no = $1 AND is_active FOR UPDATE`,
    [staffNo],
  )
  return row?.username
}

/** Stores a new hash of the same password, unless the password was changed meanwhile. */
export async function replaceStaffHash(
  db: Queryable,
  { staffNo, passwordHash: from }: Credentials,
  to: string,
): Promise<void> {
  await db.query(`UPDATE staff SET password_hash = $3 WHERE staff_no = $1 AND password_hash = $2`, [
    staffNo,
    from,
    to,
  ])
}

export type StaffChange = {
  readonly roles?: readonly StaffRole[]
  /** Set with the roles. */
  readonly accessEndsOn?: LocalDate | undefined
  readonly passwordHash?: string
  /** With a password that was made for the member. */
  readonly firstPassword?: { readonly until: Date; readonly halfShownTo: string }
  readonly isActive?: boolean
  readonly phone?: string
  readonly isSecondFactorRequired?: boolean
  /** Null unlinks. */
  readonly oidcSubjectHash?: Buffer | null
}

/** Returns the staff number; undefined if the username is unknown. */
export async function updateStaff(
  tx: Transaction,
  { vault }: Indexes,
  username: string,
  to: StaffChange,
): Promise<string | undefined> {
  const { roles, accessEndsOn, passwordHash, isActive, phone, isSecondFactorRequired } = to
  const [row] = await tx.query<{ staff_no: string }>(
    `UPDATE staff SET roles = coalesce($2, roles), password_hash = coalesce($3, password_hash),
            is_active = coalesce($4, is_active), phone_index = coalesce($5, phone_index),
            second_factor_required = coalesce($6, second_factor_required),
            access_ends_on = CASE WHEN $2::text[] IS NULL THEN access_ends_on ELSE $7::date END,
            oidc_subject_hash = CASE WHEN $8 THEN $9 ELSE oidc_subject_hash END,
            first_password_until = CASE WHEN $3 IS NULL THEN first_password_until ELSE $10::timestamptz END,
            first_half_by = CASE WHEN $3 IS NULL THEN first_half_by ELSE $11::text END
      WHERE username = $1 RETURNING staff_no`,
    [
      username,
      roles,
      passwordHash,
      isActive,
      phone && vault.index('phone', phone),
      isSecondFactorRequired,
      accessEndsOn,
      to.oidcSubjectHash !== undefined,
      to.oidcSubjectHash,
      to.firstPassword?.until,
      to.firstPassword?.halfShownTo,
    ],
  )
  return row?.staff_no
}

/** Whether a phone is recorded for this member; false if none is recorded. */
export async function isPhoneOfStaff(
  db: Queryable,
  { vault }: Indexes,
  { staffNo, phone }: { readonly staffNo: string; readonly phone: string },
): Promise<boolean> {
  const rows = await db.query<{ staff_no: string }>(
    `SELECT staff_no FROM staff WHERE staff_no = $1 AND phone_index = $2`,
    [staffNo, vault.index('phone', phone)],
  )
  return rows.length === 1
}

/** Whether the member has this customer's phone. */
export async function isOwnAccount(
  db: Queryable,
  { staffNo, customer }: { readonly staffNo: string; readonly customer: CustomerNo },
): Promise<boolean> {
  const rows = await db.query<{ customer_no: string }>(
    `SELECT customer_no FROM staff JOIN phones USING (phone_index)
      WHERE staff_no = $1 AND customer_no = $2`,
    [staffNo, customer],
  )
  return rows.length > 0
}

export type ListedStaff = StaffMember & {
  readonly isActive: boolean
  readonly accessEndsOn: LocalDate | undefined
  readonly createdAt: Date
}

type ListedRow = StaffRow & {
  is_active: boolean
  access_ends_on: LocalDate | null
  created_at: Date
}

export async function listStaff(db: Queryable, deps: Deps): Promise<ListedStaff[]> {
  const rows = await db.query<ListedRow>(
    `SELECT staff_no, username, name_sealed, avatar, roles, is_active, access_ends_on, created_at
       FROM staff ORDER BY staff_no`,
  )
  return rows.map((row) => ({
    ...memberOfRow(deps, row),
    isActive: row.is_active,
    accessEndsOn: row.access_ends_on ?? undefined,
    createdAt: row.created_at,
  }))
}

/** The names of members of staff, by number. */
export async function namesOfStaff(
  db: Queryable,
  { vault }: Deps,
  staffNos: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<Pick<StaffRow, 'staff_no' | 'username' | 'name_sealed'>>(
    `SELECT staff_no, username, name_sealed FROM staff WHERE staff_no = ANY($1)`,
    [staffNos],
  )
  return new Map(rows.map((row) => [row.staff_no, nameOf(vault, row)]))
}

export type StaffRow = {
  readonly staff_no: string
  readonly username: string
  readonly name_sealed: Buffer
  readonly avatar: string
  readonly roles: readonly string[]
}

export function memberOfRow({ vault }: Deps, row: StaffRow): StaffMember {
  return {
    staffNo: row.staff_no,
    username: row.username,
    name: nameOf(vault, row),
    avatar: row.avatar,
    roles: staffRoles.filter((role) => row.roles.includes(role)),
  }
}

function nameOf(
  vault: Pick<Vault, 'open'>,
  row: Pick<StaffRow, 'username' | 'name_sealed'>,
): string {
  return vault.open(row.name_sealed, placeIn('staff', row.username)('name_sealed'))
}

/** The customer with the phone of a member, if there is one. */
export async function accountOfStaff(
  db: Queryable,
  staffNo: string,
): Promise<CustomerNo | undefined> {
  const [row] = await db.query<{ customer_no: string }>(
    `SELECT customer_no FROM staff JOIN phones USING (phone_index) WHERE staff_no = $1`,
    [staffNo],
  )
  return row && customerNo(row.customer_no)
}

/** Whether two members are accounts of one person: they have the same phone. */
export async function isSamePerson(
  db: Queryable,
  [one, other]: readonly [string, string],
): Promise<boolean> {
  const rows = await db.query<{ staff_no: string }>(
    `SELECT one.staff_no FROM staff AS one JOIN staff AS other USING (phone_index)
      WHERE one.staff_no = $1 AND other.staff_no = $2`,
    [one, other],
  )
  return rows.length > 0
}
