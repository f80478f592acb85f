import type { Queryable, Transaction } from '@qingzhou/platform/database/database'

export type ExceptionKind =
  | 'order-late'
  | 'order-without-task'
  | 'task-failing'
  | 'task-dead'
  | 'rule-broken'
  | 'loan-differs'

/** A problem that an operator has to look into. Contains only numbers and states. */
export type OperationalException = {
  /** Empty if it concerns no customer. */
  readonly customer: string
  readonly kind: ExceptionKind
  /** The order kind, the task kind or the rule. */
  readonly subject: string
  readonly subjectNo: string
  readonly since: Date
  /** Figures that describe the problem, without personal data. */
  readonly details?: string | undefined
}

/** What was accepted is open again once something else is found. */
export const NOT_ACCEPTED = `(accepted_at IS NULL OR accepted_at < found_at
  OR accepted_details IS DISTINCT FROM regexp_replace(details, '^on [0-9-]{10}: ', ''))`

type FoundException = Omit<OperationalException, 'kind'>

/** Records the exceptions found; returns those that were not open before. */
export async function recordExceptions(
  db: Queryable,
  {
    kind,
    found,
    now,
  }: {
    readonly kind: ExceptionKind
    readonly found: readonly FoundException[]
    readonly now: Date
  },
): Promise<FoundException[]> {
  const keys = [
    found.map(({ customer }) => customer),
    found.map(({ subject }) => subject),
    found.map(({ subjectNo }) => subjectNo),
  ]
  // A statement of its own: on a cluster, parts of one statement may see each other's changes.
  const known = await db.query<{ at: bigint }>(
    `SELECT at FROM unnest($2::text[], $3::text[], $4::text[])
         WITH ORDINALITY AS found (customer_no, subject, subject_no, at)
       JOIN operational_exceptions AS earlier USING (customer_no, subject, subject_no)
      WHERE earlier.kind = $1 AND earlier.resolved_at IS NULL`,
    [kind, ...keys],
  )
  await db.query(
    `INSERT INTO operational_exceptions AS earlier
            (customer_no, kind, subject, subject_no, since, found_at, last_seen_at, details)
     SELECT customer_no, $1, subject, subject_no, since, $6, $6, details
       FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $7::text[])
         AS found (customer_no, subject, subject_no, since, details)
     ON CONFLICT (customer_no, kind, subject, subject_no) DO UPDATE
        SET since = excluded.since, last_seen_at = excluded.last_seen_at, resolved_at = NULL,
            details = excluded.details,
            found_at = CASE WHEN earlier.resolved_at IS NULL THEN earlier.found_at
                            ELSE excluded.found_at END`,
    [
      kind,
      ...keys,
      found.map(({ since }) => since),
      now,
      found.map(({ details }) => details ?? null),
    ],
  )
  const open = new Set(known.map((row) => Number(row.at) - 1))
  return found.filter((_, at) => !open.has(at))
}

/** Resolves the exceptions of a kind that were not seen since a time. */
export async function resolveExceptions(
  tx: Transaction,
  { kind, seenSince }: { readonly kind: ExceptionKind; readonly seenSince: Date },
): Promise<void> {
  await tx.query(
    `UPDATE operational_exceptions SET resolved_at = $2
      WHERE kind = $1 AND resolved_at IS NULL AND last_seen_at < $2`,
    [kind, seenSince],
  )
}

/** Resolves a customer's exceptions of a kind that were not seen since a time. */
export async function resolveCustomerExceptions(
  tx: Transaction,
  about: { readonly kind: ExceptionKind; readonly customer: string; readonly seenSince: Date },
): Promise<void> {
  await tx.query(
    `UPDATE operational_exceptions SET resolved_at = $3
      WHERE kind = $1 AND customer_no = $2 AND resolved_at IS NULL AND last_seen_at < $3`,
    [about.kind, about.customer, about.seenSince],
  )
}

/** Deletes the exceptions that were resolved before a time. */
export async function deleteResolvedExceptions(tx: Transaction, before: Date): Promise<void> {
  await tx.query(`DELETE FROM operational_exceptions WHERE resolved_at < $1`, [before])
}

export type RecordedException = OperationalException & {
  readonly foundAt: Date
  readonly resolvedAt: Date | undefined
}

/** Lists the open exceptions, or also the resolved ones, oldest first. */
export async function readExceptions(
  db: Queryable,
  { isResolvedToo, limit }: { readonly isResolvedToo: boolean; readonly limit: number },
): Promise<RecordedException[]> {
  const rows = await db.query<
    Omit<RecordedException, 'resolvedAt' | 'details'> & {
      resolvedAt: Date | null
      details: string | null
    }
  >(
    `SELECT customer_no AS customer, kind, subject, subject_no AS "subjectNo", since, details,
            found_at AS "foundAt", resolved_at AS "resolvedAt"
       FROM operational_exceptions WHERE resolved_at IS NULL OR $1
      ORDER BY found_at, subject_no LIMIT $2`,
    [isResolvedToo, limit],
  )
  return rows.map((row) => ({
    ...row,
    resolvedAt: row.resolvedAt ?? undefined,
    details: row.details ?? undefined,
  }))
}

/** Marks an open exception as accepted with what was found; false if it is not open any more. */
export async function acceptException(
  tx: Transaction,
  { customer, kind, subject, subjectNo }: Omit<OperationalException, 'since' | 'details'>,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<boolean> {
  const rows = await tx.query<{ subject_no: string }>(
    `UPDATE operational_exceptions
        SET accepted_at = $5, accepted_by = $6,
            accepted_details = regexp_replace(details, '^on [0-9-]{10}: ', '')
      WHERE customer_no = $1 AND kind = $2 AND subject = $3 AND subject_no = $4
        AND resolved_at IS NULL
    RETURNING subject_no`,
    [customer, kind, subject, subjectNo, at, by],
  )
  return rows.length === 1
}

/** Counts the open exceptions by kind. */
export async function countExceptions(
  db: Queryable,
): Promise<{ readonly kind: string; readonly subject: string; readonly count: number }[]> {
  const rows = await db.query<{ kind: string; subject: string; count: bigint }>(
    `SELECT kind, subject, count(*) FROM operational_exceptions
      WHERE resolved_at IS NULL AND ${NOT_ACCEPTED} GROUP BY kind, subject`,
  )
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}
