import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Limit } from '@qingzhou/domain/credit/limit'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { Lender } from '@qingzhou/domain/product'
import type { CustomerNo } from '#customer-no.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import type { Statement } from '#database/statement.ts'
import { Refused } from '#refused.ts'

/** A limit with the price its grade has, and the lender behind it. */
export type KeptLimit = Limit & {
  readonly grade: string
  readonly annualRatePpm: bigint
  readonly lender: Lender
}

type LimitRow = {
  granted_fen: bigint
  used_fen: bigint
  state: Limit['state']
  valid_until: LocalDate
  grade: string
  annual_rate_ppm: number
  lender: Lender
}

const COLUMNS = 'granted_fen, used_fen, state, valid_until, grade, annual_rate_ppm, lender'

export async function findLimit(
  db: Queryable,
  customer: CustomerNo,
): Promise<KeptLimit | undefined> {
  const [row] = await db.query<LimitRow>(`SELECT ${COLUMNS} FROM limits WHERE customer_no = $1`, [
    customer,
  ])
  return row && limitOf(row)
}

/** Nobody else draws on it or gives back to it until this transaction ends. */
export async function lockLimit(
  tx: Transaction,
  customer: CustomerNo,
): Promise<KeptLimit | undefined> {
  const [row] = await tx.prepared<LimitRow>(
    `SELECT ${COLUMNS} FROM limits WHERE customer_no = $1 FOR UPDATE`,
    [customer],
  )
  return row && limitOf(row)
}

/** Opens a limit, also in the place of one that was cancelled; one still there stays as it is. */
export function insertLimit({
  customer,
  limit,
  openedAt,
}: {
  readonly customer: CustomerNo
  readonly limit: KeptLimit
  readonly openedAt: Date
}): Statement {
  return {
    sql: `INSERT INTO limits AS kept (customer_no, granted_fen, used_fen, state, valid_until, grade,
                                 annual_rate_ppm, lender, opened_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (customer_no) DO UPDATE SET
       granted_fen = excluded.granted_fen, used_fen = excluded.used_fen, state = excluded.state,
       valid_until = excluded.valid_until, grade = excluded.grade,
       annual_rate_ppm = excluded.annual_rate_ppm, lender = excluded.lender,
       opened_at = excluded.opened_at
     WHERE kept.state = 'cancelled' AND kept.used_fen = 0
     RETURNING customer_no`,
    values: [
      customer,
      limit.granted,
      limit.used,
      limit.state,
      limit.validUntil,
      limit.grade,
      limit.annualRatePpm,
      limit.lender,
      openedAt,
    ],
    orElse: () => new Refused({ kind: 'limit-already-open' }),
  }
}

/** Takes from the limit, or gives back to it. The condition holds whatever was read before. */
export function changeUse({
  customer,
  change,
}: {
  readonly customer: CustomerNo
  readonly change: Money
}): Statement {
  return {
    sql: `UPDATE limits SET used_fen = used_fen + $2
      WHERE customer_no = $1 AND used_fen + $2 BETWEEN 0 AND granted_fen
        AND ($2 <= 0 OR state = 'open')
     RETURNING customer_no`,
    values: [customer, change],
    orElse: () => new Refused({ kind: 'limit-too-low', available: fen(0n) }),
  }
}

export function closeLimit(customer: CustomerNo): Statement {
  return {
    sql: `UPDATE limits SET state = 'cancelled' WHERE customer_no = $1 AND used_fen = 0
     RETURNING customer_no`,
    values: [customer],
    orElse: () => new Refused({ kind: 'limit-in-use' }),
  }
}

function limitOf(row: LimitRow): KeptLimit {
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
