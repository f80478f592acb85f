import type { StaffActName } from '@qingzhou/contract/staff-acts'
import { assert } from '@qingzhou/domain/assert'
import type { CustomerNo } from '#ids.ts'
import type { Queryable } from '#database/database.ts'
import type { PlatformServices } from '#services.ts'

/** A member of staff, `command` for a command on the server, or `nobody` for a failed sign-in. */
export type StaffActor = { readonly staffNo: string } | 'command' | 'nobody'

export type StaffAct = {
  readonly staff: StaffActor
  /** The action as verb and object: `review-evidence`, `look-at-evidence`. */
  readonly act: StaffActName
  /** The customer concerned, if there is one. */
  readonly customer?: CustomerNo
  /** Numbers and states only, never a name or a phone: `evidence=P123 verdict=approved`. */
  readonly about?: string
}

/**
 * Records an action or a lookup by staff. Call it last in the transaction of the action: it locks
 * the head row of the chain until the commit.
 */
export async function recordStaffAct(
  db: Queryable,
  { now }: Pick<PlatformServices, 'now'>,
  { staff, act, customer, about = '' }: StaffAct,
): Promise<void> {
  assert(ABOUT.test(about), 'the staff log takes numbers and states, and no words about a person')
  await db.query(
    `INSERT INTO staff_log (done_at, actor, act, customer_no, about) VALUES ($1, $2, $3, $4, $5)`,
    [now(), typeof staff === 'string' ? staff : staff.staffNo, act, customer, about],
  )
}

const ABOUT = /^[A-Za-z0-9 _:;,.=-]{0,200}$/

/** The result of verifying a log. */
export type VerifiedLog = {
  readonly log: 'staff' | 'customers'
  readonly rows: bigint
  /** The first row that was changed or removed. */
  readonly firstBroken: string | undefined
}

export type KnownRow = { readonly logNo: bigint; readonly hash: string }

/** The last row of the staff log. Saved elsewhere, it later shows whether the log was rewritten. */
export async function lastRow(db: Queryable): Promise<KnownRow | undefined> {
  const [row] = await db.query<{ log_no: bigint; hash: Buffer }>(
    `SELECT log_no, hash FROM staff_log ORDER BY log_no DESC LIMIT 1`,
  )
  return row && { logNo: row.log_no, hash: row.hash.toString('hex') }
}

export async function hasRow(db: Queryable, known: KnownRow): Promise<boolean> {
  const rows = await db.query<{ log_no: bigint }>(
    `SELECT log_no FROM staff_log WHERE log_no = $1 AND encode(hash, 'hex') = $2`,
    [known.logNo, known.hash],
  )
  return rows.length === 1
}

/** Verifies both hash chains from end to end, in slices that keep each statement short. */
export async function verifyLogs(db: Queryable, { slice = 50_000 } = {}): Promise<VerifiedLog[]> {
  return [await verifyStaffLog(db, slice), await verifyCustomersLog(db, slice)]
}

/**
 * Verifies the rows of the staff log after a row. The last slice is open-ended, so that it includes
 * rows added meanwhile and finds removed ones.
 */
export async function verifyStaffLogAfter(
  db: Queryable,
  { after, slice = 50_000 }: { readonly after: number; readonly slice?: number },
): Promise<{ last: number; firstBroken: number | undefined; next: number | undefined }> {
  const last = Number((await lastRow(db))?.logNo ?? 0n)
  const until = after + slice < last ? after + slice : undefined
  const broken = await firstFault(db, after, until)
  const firstBroken = broken === undefined ? undefined : Number(broken)
  return { last, firstBroken, next: firstBroken === undefined ? until : undefined }
}

async function firstFault(
  db: Queryable,
  after: number,
  until: number | undefined,
): Promise<string | undefined> {
  const [broken] = await db.query<{ log_no: bigint }>(
    `SELECT log_no FROM staff_log_faults
      WHERE log_no > $1 AND ($2::bigint IS NULL OR log_no <= $2) ORDER BY log_no LIMIT 1`,
    [after, until],
  )
  return broken && String(broken.log_no)
}

/** The last slice is open-ended, so that it includes rows added meanwhile. */
async function verifyStaffLog(db: Queryable, slice: number): Promise<VerifiedLog> {
  const [head] = await db.query<{ rows: bigint; last: bigint }>(
    `SELECT count(*) AS rows, coalesce(max(log_no), 0) AS last FROM staff_log`,
  )
  const { rows = 0n, last = 0n } = head ?? {}
  const ends = Array.from({ length: Number(last / BigInt(slice)) }, (_, n) => (n + 1) * slice)
  const firstBroken = await firstOf(rangesOf([0, ...ends]), async (after, until) =>
    firstFault(db, after, until),
  )
  return { log: 'staff', rows, firstBroken }
}

/** One chain per customer, so slices are sets of customers. A customer has some tens of rows. */
async function verifyCustomersLog(db: Queryable, slice: number): Promise<VerifiedLog> {
  const customersPerSlice = Math.ceil(slice / 50)
  const [count] = await db.query<{ rows: bigint }>(`SELECT count(*) AS rows FROM audit_log`)
  const ends = await db.query<{ customer_no: string }>(
    `SELECT customer_no FROM (
       SELECT customer_no, row_number() OVER (ORDER BY customer_no) AS n FROM limits) AS customer
      WHERE n % $1 = 0 ORDER BY n`,
    [customersPerSlice],
  )
  const ranges = rangesOf(['', ...ends.map(({ customer_no }) => customer_no)])
  const firstBroken = await firstOf(ranges, async (after, until) => {
    const [broken] = await db.query<{ customer_no: string; audit_no: bigint }>(
      `SELECT customer_no, audit_no FROM audit_log_faults
        WHERE customer_no > $1 AND ($2::text IS NULL OR customer_no <= $2)
        ORDER BY customer_no, audit_no LIMIT 1`,
      [after, until],
    )
    return broken && `${broken.audit_no} of customer ${broken.customer_no}`
  })
  return { log: 'customers', rows: count?.rows ?? 0n, firstBroken }
}

type Range<End> = { readonly after: End; readonly until: End | undefined }

function rangesOf<End>(ends: readonly End[]): Range<End>[] {
  return ends.map((after, n) => ({ after, until: ends[n + 1] }))
}

async function firstOf<End, Found>(
  ranges: readonly Range<End>[],
  look: (after: End, until: End | undefined) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  for (const { after, until } of ranges) {
    const found = await look(after, until)
    if (found !== undefined) return found
  }
  return undefined
}
