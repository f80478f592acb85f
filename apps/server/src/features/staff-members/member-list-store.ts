import type { StaffRole } from '@qingzhou/contract/permissions'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { memberOfRow, namesOfStaff, type ListedStaff, type StaffRow } from './staff-store.ts'

type Deps = { readonly vault: Pick<Vault, 'seal' | 'open'>; readonly now: () => Date }

export type Member = ListedStaff & {
  readonly state: 'active' | 'ended' | 'disabled'
  readonly hasSecondFactor: boolean
  readonly isOidcLinked: boolean
  readonly isPasswordUnchosen: boolean
  readonly openSessions: number
}

type Page<By extends string> = {
  readonly sort: { readonly by: By; readonly order: 'up' | 'down' }
  readonly after?: { readonly key: string; readonly no: string } | undefined
  readonly limit: number
}

export type MemberQuery = Page<'staffNo' | 'username'> & {
  readonly filters: {
    readonly staffNo?: string | undefined
    readonly role?: StaffRole | undefined
    readonly state?: Member['state'] | undefined
  }
}

type MemberRow = StaffRow & {
  readonly is_active: boolean
  readonly access_ends_on: LocalDate | null
  readonly created_at: Date
  readonly state: Member['state']
  readonly has_second_factor: boolean
  readonly is_oidc_linked: boolean
  readonly is_password_unchosen: boolean
  readonly open_sessions: number
}

/** Members of staff. A lender has some hundreds of them, so filters need no index. */
export async function readMembers(
  db: Queryable,
  deps: Deps,
  { filters, sort, after, limit }: MemberQuery,
): Promise<Member[]> {
  const column = sort.by === 'staffNo' ? 'staff_no' : 'username'
  const compare = sort.order === 'up' ? '>' : '<'
  const order = sort.order === 'up' ? 'ASC' : 'DESC'
  const rows = await db.query<MemberRow>(
    `SELECT * FROM (
       SELECT staff_no, username, name_sealed, avatar, roles, is_active, access_ends_on, created_at,
              CASE WHEN NOT is_active THEN 'disabled'
                   WHEN access_ends_on < ($1::timestamptz AT TIME ZONE 'Asia/Shanghai')::date
                     THEN 'ended' ELSE 'active' END AS state,
              EXISTS (SELECT FROM staff_second_factors AS factor
                       WHERE factor.staff_no = staff.staff_no) AS has_second_factor,
              oidc_subject_hash IS NOT NULL AS is_oidc_linked,
              first_password_until IS NOT NULL AS is_password_unchosen,
              (SELECT count(*)::int FROM staff_sessions AS session
                WHERE session.staff_no = staff.staff_no AND expires_at > $1) AS open_sessions
         FROM staff) AS member
      WHERE ($2::text IS NULL OR staff_no = $2) AND ($3::text IS NULL OR $3 = ANY (roles))
        AND ($4::text IS NULL OR state = $4) AND ($5::text IS NULL OR ${column} ${compare} $5)
      ORDER BY ${column} ${order} LIMIT $6`,
    [deps.now(), filters.staffNo, filters.role, filters.state, after?.key, limit],
  )
  return rows.map((row) => ({
    ...memberOfRow(deps, row),
    isActive: row.is_active,
    accessEndsOn: row.access_ends_on ?? undefined,
    createdAt: row.created_at,
    state: row.state,
    hasSecondFactor: row.has_second_factor,
    isOidcLinked: row.is_oidc_linked,
    isPasswordUnchosen: row.is_password_unchosen,
    openSessions: row.open_sessions,
  }))
}

export type StaffSession = {
  /** Names the session and grants nothing. */
  readonly sessionNo: string
  readonly staffNo: string
  readonly name: string
  readonly openedAt: Date
  readonly expiresAt: Date
  readonly secretHash: Buffer
}

export type SessionQuery = Page<'openedAt'> & {
  readonly filters: { readonly staffNo?: string | undefined }
}

const SESSION_NO = `encode(sha256(secret_hash), 'hex')`

/** Open sessions. Each member has a few. */
export async function readStaffSessions(
  db: Queryable,
  deps: Deps,
  { filters, sort, after, limit }: SessionQuery,
): Promise<StaffSession[]> {
  const compare = sort.order === 'up' ? '>' : '<'
  const order = sort.order === 'up' ? 'ASC' : 'DESC'
  const rows = await db.query<{
    session_no: string
    staff_no: string
    opened_at: Date
    expires_at: Date
    secret_hash: Buffer
  }>(
    `SELECT ${SESSION_NO} AS session_no, staff_no, opened_at, expires_at, secret_hash
       FROM staff_sessions
      WHERE expires_at > $1 AND ($2::text IS NULL OR staff_no = $2)
        AND ($3::timestamptz IS NULL OR (opened_at, ${SESSION_NO}) ${compare} ($3, $4::text))
      ORDER BY opened_at ${order}, session_no ${order} LIMIT $5`,
    [deps.now(), filters.staffNo, after?.key, after?.no, limit],
  )
  const names = await namesOfStaff(db, deps, [...new Set(rows.map((row) => row.staff_no))])
  return rows.map((row) => ({
    sessionNo: row.session_no,
    staffNo: row.staff_no,
    name: names.get(row.staff_no) ?? '',
    openedAt: row.opened_at,
    expiresAt: row.expires_at,
    secretHash: row.secret_hash,
  }))
}

/** Returns the staff number of its holder; undefined if the session has ended. */
export async function deleteSessionByNo(
  db: Queryable,
  sessionNo: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ staff_no: string }>(
    `DELETE FROM staff_sessions WHERE ${SESSION_NO} = $1 RETURNING staff_no`,
    [sessionNo],
  )
  return row?.staff_no
}
