import type { Queryable } from '#platform/database/database.ts'

/** What became of a log since it was written. */
export type Verified = {
  readonly log: 'staff' | 'customers'
  readonly rows: bigint
  /** The first row that is not as it was written, or is not there any more. */
  readonly firstBroken: string | undefined
}

export type KnownRow = { readonly logNo: bigint; readonly hash: string }

/** The end of the staff log. Kept elsewhere, it shows later whether all before it was written anew. */
export async function lastRow(db: Queryable): Promise<KnownRow | undefined> {
  const [row] = await db.query<{ log_no: bigint; hash: Buffer }>(
    `SELECT log_no, hash FROM staff_log ORDER BY log_no DESC LIMIT 1`,
  )
  return row && { logNo: row.log_no, hash: row.hash.toString('hex') }
}

export async function isStillThere(db: Queryable, known: KnownRow): Promise<boolean> {
  const rows = await db.query<{ log_no: bigint }>(
    `SELECT log_no FROM staff_log WHERE log_no = $1 AND encode(hash, 'hex') = $2`,
    [known.logNo, known.hash],
  )
  return rows.length === 1
}

/** Reads both chained logs from end to end, in slices that no statement takes long for. */
export async function verifyLogs(db: Queryable, { slice = 50_000 } = {}): Promise<Verified[]> {
  return [await verifyStaffLog(db, slice), await verifyCustomersLog(db, slice)]
}

/** The last slice has no end, so that it sees the end of the chain as it is at that moment. */
async function verifyStaffLog(db: Queryable, slice: number): Promise<Verified> {
  const [head] = await db.query<{ rows: bigint; last: bigint }>(
    `SELECT count(*) AS rows, coalesce(max(log_no), 0) AS last FROM staff_log`,
  )
  const { rows = 0n, last = 0n } = head ?? {}
  const ends = Array.from({ length: Number(last / BigInt(slice)) }, (_, n) => (n + 1) * slice)
  const firstBroken = await firstOf(rangesOf([0, ...ends]), async (after, until) => {
    const [broken] = await db.query<{ log_no: bigint }>(
      `SELECT log_no FROM broken_staff_log
        WHERE log_no > $1 AND ($2::bigint IS NULL OR log_no <= $2) ORDER BY log_no LIMIT 1`,
      [after, until],
    )
    return broken && String(broken.log_no)
  })
  return { log: 'staff', rows, firstBroken }
}

/** A chain a customer, so that the slices are customers; a customer has some tens of rows. */
async function verifyCustomersLog(db: Queryable, slice: number): Promise<Verified> {
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
      `SELECT customer_no, audit_no FROM broken_audit
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
