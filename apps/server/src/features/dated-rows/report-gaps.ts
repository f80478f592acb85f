import { datedGaps } from '@qingzhou/domain/dated/check-dated-rows'
import { readDatedRows } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Services } from '#services.ts'

/** What is missing of the rates and calendars today, one line each. [J3] */
export async function readDatedGaps(db: Queryable): Promise<string[]> {
  const [today, rows] = [await readBusinessDate(db), await readDatedRows(db)]
  return datedGaps(rows, today)
}

/** Writes what is missing to the log. */
export async function reportDatedGaps({
  database,
  log,
}: Pick<Services, 'database' | 'log'>): Promise<void> {
  for (const gap of await readDatedGaps(database)) log.error('rates.gap', { gap })
}
