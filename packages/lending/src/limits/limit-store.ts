import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Limit } from '@qingzhou/domain/credit/limit'
import type { OpenLoan } from '@qingzhou/domain/draws/draw-request'
import type { Origin } from '@qingzhou/domain/loans/loan'
import { fen } from '@qingzhou/domain/money/money'
import type { LenderKind } from '@qingzhou/domain/product'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Statement } from '@qingzhou/platform/database/pipeline/statement'

/** The last row of a customer's audit log, which the row of the limit carries. */
export type Head = { readonly auditNo: bigint; readonly hash: Buffer }

/** A limit with the rate of its grade, and its lender. */
export type LimitRecord = Limit & {
  readonly grade: string
  readonly annualRatePpm: bigint
  readonly lender: LenderKind
}

export type LimitRow = {
  granted_fen: bigint
  used_fen: bigint
  state: Limit['state']
  valid_until: LocalDate
  grade: string
  annual_rate_ppm: number
  lender: LenderKind
}

export const LIMIT_COLUMNS = [
  'granted_fen',
  'used_fen',
  'state',
  'valid_until',
  'grade',
  'annual_rate_ppm',
  'lender',
] as const satisfies readonly (keyof LimitRow)[]

/**
 * The usable limit. A customer with an unsettled consolidation plan, defaulted or not, cannot draw:
 * the limit counts as frozen until the plan is settled.
 */
export async function findLimit(
  db: Queryable,
  customer: CustomerNo,
): Promise<LimitRecord | undefined> {
  const [row] = await db.query<LimitRow & { has_plan: boolean }>(
    `SELECT ${LIMIT_COLUMNS.join(', ')},
            EXISTS (SELECT FROM loans WHERE loans.customer_no = $1 AND NOT is_settled
                                        AND origin = 'consolidation-plan') AS has_plan
       FROM limits WHERE customer_no = $1`,
    [customer],
  )
  return row && usableLimit(limitOf(row), row.has_plan)
}

function usableLimit(limit: LimitRecord, hasPlan: boolean): LimitRecord {
  return hasPlan && limit.state === 'open' ? { ...limit, state: 'frozen' } : limit
}

/** The books that a draw depends on. */
export type DrawerBooks = {
  readonly today: LocalDate
  /** The usable limit, as `findLimit` returns it. */
  readonly limit: LimitRecord
  /** Of the unsettled loans, only what a draw depends on. */
  readonly openLoans: readonly OpenLoan[]
}

/** Undefined without a limit. */
export async function readDrawerBooks(
  db: Queryable,
  customer: CustomerNo,
): Promise<DrawerBooks | undefined> {
  const rows = await db.query<DrawerRow>(DRAWER_BOOKS, [customer])
  const [first] = rows
  if (!first) return undefined
  const openLoans = rows.flatMap(({ origin, next_due_on }) =>
    origin === null ? [] : { origin, nextDueDate: next_due_on ?? undefined },
  )
  const hasPlan = openLoans.some(({ origin }) => origin === 'consolidation-plan')
  return { today: first.business_date, limit: usableLimit(limitOf(first), hasPlan), openLoans }
}

type DrawerRow = LimitRow & {
  business_date: LocalDate
  origin: Origin | null
  next_due_on: LocalDate | null
}

const DRAWER_BOOKS = `
  SELECT ${LIMIT_COLUMNS.map((name) => `limits.${name}`).join(', ')}, business_date.business_date,
         origin, next_due_on
    FROM limits
   CROSS JOIN business_date
    LEFT JOIN loans ON loans.customer_no = limits.customer_no AND NOT is_settled
   WHERE limits.customer_no = $1`

type LimitUpdate = {
  readonly customer: CustomerNo
  readonly after: LimitRecord
  /** Whether a limit row exists, and whether this use case opens the limit. */
  readonly was: 'none' | 'here'
  readonly isOpened: boolean
  readonly head: Head
  readonly at: Date
}

/**
 * Writes the limit after a use case, together with the head of the audit log. The row is already
 * locked.
 */
export function updateLimit({ customer, after, was, isOpened, head, at }: LimitUpdate): Statement {
  const { auditNo, hash } = head
  if (!isOpened) {
    const values = [customer, after.used, after.state, auditNo, hash, after.granted]
    return { sql: USE, values }
  }

  const terms = [after.granted, after.used, after.state, after.validUntil]
  const price = [after.grade, after.annualRatePpm, after.lender]
  const values = [customer, ...terms, ...price, at.toISOString(), auditNo, hash]
  return { sql: was === 'here' ? REOPEN : OPEN, values }
}

const USE = `
  UPDATE limits
     SET used_fen = $2, state = $3, audit_no = $4, audit_hash = $5, granted_fen = $6,
         version = version + (state <> $3 OR granted_fen <> $6)::integer
   WHERE customer_no = $1`

const OPEN = `
  INSERT INTO limits (customer_no, ${LIMIT_COLUMNS.join(', ')}, opened_at, audit_no, audit_hash)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

const REOPEN = `
  UPDATE limits
     SET (${LIMIT_COLUMNS.join(', ')}, opened_at, audit_no, audit_hash)
       = ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11),
         version = version + 1
   WHERE customer_no = $1`

export function limitOf(row: LimitRow): LimitRecord {
  return {
    granted: fen(row.granted_fen),
    used: fen(row.used_fen),
    state: row.state,
    validUntil: row.valid_until,
    grade: row.grade,
    annualRatePpm: BigInt(row.annual_rate_ppm),
    lender: row.lender,
  }
}
