import type { Queryable } from '@qingzhou/platform/database/database'

type Deps = { readonly database: Queryable; readonly now: () => Date }

/** A notice that every borrower gets while it lasts. */
export type Notice = {
  readonly noticeNo: string
  readonly message: string
  /** While it lasts, calls of borrowers are refused with its text. */
  readonly isClosing?: boolean
  readonly startsAt: Date
  readonly endsAt: Date | undefined
}

/** Publishes a notice; one of the same number is replaced. */
export async function publishNotice(
  database: Queryable,
  { noticeNo, message, isClosing = false, startsAt, endsAt }: Notice,
): Promise<void> {
  await database.query(
    `INSERT INTO notices (notice_no, message, starts_at, ends_at, closes_service)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (notice_no) DO UPDATE SET message = excluded.message,
       starts_at = excluded.starts_at, ends_at = excluded.ends_at,
       closes_service = excluded.closes_service`,
    [noticeNo, message, startsAt, endsAt, isClosing],
  )
}

/** Ends a notice now. Returns false for an unknown one or one that has ended. */
export async function endNotice({ database, now }: Deps, noticeNo: string): Promise<boolean> {
  const rows = await database.query<{ notice_no: string }>(
    `UPDATE notices SET ends_at = $2
      WHERE notice_no = $1 AND (ends_at IS NULL OR ends_at > $2) RETURNING notice_no`,
    [noticeNo, now()],
  )
  return rows.length > 0
}

export async function listNotices(database: Queryable): Promise<Notice[]> {
  const rows = await database.query<{
    notice_no: string
    message: string
    starts_at: Date
    ends_at: Date | null
    closes_service: boolean
  }>(
    `SELECT notice_no, message, starts_at, ends_at, closes_service FROM notices
      ORDER BY starts_at, notice_no`,
  )
  return rows.map((row) => ({
    noticeNo: row.notice_no,
    message: row.message,
    isClosing: row.closes_service,
    startsAt: row.starts_at,
    endsAt: row.ends_at ?? undefined,
  }))
}

/** A notice that has not ended. */
export async function findNotice(
  { database, now }: Deps,
  noticeNo: string,
): Promise<{ readonly message: string; readonly isClosing: boolean } | undefined> {
  const [row] = await database.query<{ message: string; closes_service: boolean }>(
    `SELECT message, closes_service FROM notices
      WHERE notice_no = $1 AND (ends_at IS NULL OR ends_at > $2)`,
    [noticeNo, now()],
  )
  return row && { message: row.message, isClosing: row.closes_service }
}
