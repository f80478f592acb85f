import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { partnersToSettle } from '@qingzhou/domain/funding/settlement'
import { insertSettlements, isDaySettled, readPartnerRows } from '@qingzhou/lending/index'
import type { Services } from '#services.ts'
import { readSettlements } from './read-settlements.ts'

const writeNothing = async () => Promise.resolve()

/** Settles a day that is over with all partners, once. A lender without partners has nothing to settle. [Z8] */
export async function settleDay(
  { database, now, log }: Pick<Services, 'database' | 'now' | 'log'>,
  day: LocalDate,
): Promise<void> {
  const partners = partnersToSettle(await readPartnerRows(database), day)
  if (partners.length === 0 || (await isDaySettled(database, day))) return
  const settlements = await readSettlements(database, { day, partners, write: writeNothing })
  await database.inTransaction((tx) => insertSettlements(tx, { day, settlements, at: now() }))
  log.info('partners.settled', { day, partners: partners.length })
}
