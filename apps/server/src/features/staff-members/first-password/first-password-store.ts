import type { Transaction } from '@qingzhou/platform/database/database'

/** The password made for a member who has not chosen one. */
export type FirstPassword = {
  readonly until: Date
  /** Who was shown the first half. Undefined before that, and once both halves were shown. */
  readonly halfShownTo: string | undefined
}

/** Locks the member, so that two administrators at once are shown different halves. */
export async function lockFirstPassword(
  tx: Transaction,
  staffNo: string,
): Promise<FirstPassword | undefined> {
  const [row] = await tx.query<{ until: Date; half_shown_to: string | null }>(
    `SELECT first_password_until AS until, first_half_by AS half_shown_to
       FROM staff WHERE staff_no = $1 AND first_password_until IS NOT NULL FOR UPDATE`,
    [staffNo],
  )
  return row && { until: row.until, halfShownTo: row.half_shown_to ?? undefined }
}

export async function markSecondHalfShown(tx: Transaction, staffNo: string): Promise<void> {
  await tx.query(`UPDATE staff SET first_half_by = NULL WHERE staff_no = $1`, [staffNo])
}
