import { localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Database, Transaction } from '@qingzhou/platform/database/database'

/** Sets the business date to any day, without an end of day. */
export async function setBusinessDate(database: Database, day: LocalDate): Promise<void> {
  await asOwner(database, async (tx) => {
    await tx.query(
      `INSERT INTO business_date (business_date) VALUES ($1)
       ON CONFLICT (is_only) DO UPDATE SET business_date = $1`,
      [day],
    )
  })
}

/** Permits the end of day to run to any day, as the test clock does. */
export async function permitAnyDate(database: Database): Promise<void> {
  await asOwner(database, async (tx) => {
    await tx.query(`INSERT INTO business_date_permits (until, reason) VALUES ($1, 'a test')`, [
      localDate('2999-12-31'),
    ])
  })
}

/** The test's login owns the schema, whatever role its connections use. */
async function asOwner(
  database: Database,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await database.inTransaction(async (tx) => {
    await tx.query('SET LOCAL ROLE NONE')
    await work(tx)
  })
}
