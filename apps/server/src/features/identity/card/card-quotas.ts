import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { changesThisYear, noteChange } from '@qingzhou/domain/people/change-quota'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import type { changesBetween } from './card-changes.ts'
import { findChanges } from './card-history-store.ts'

/** How often something was changed within a year, and the day it opens again where that was enough. */
export type CardQuota = { readonly count: number; readonly opensOn: LocalDate | undefined }

export async function cardQuotas(
  db: Queryable,
  { today }: Pick<Services, 'today'>,
  customer: CustomerNo,
): Promise<{ readonly name: CardQuota; readonly issuer: CardQuota }> {
  const { name, issuer } = await findChanges(db, customer)
  return { name: quotaOf(name, today()), issuer: quotaOf(issuer, today()) }
}

function quotaOf(days: readonly LocalDate[], today: LocalDate): CardQuota {
  const noted = noteChange(days, today)
  const isUsedUp = !noted.ok && noted.refusal.kind === 'changes-used-up'
  return {
    count: changesThisYear(days, today).length,
    opensOn: isUsedUp ? noted.refusal.opensOn : undefined,
  }
}

/** Refuses a change whose number of the year is used up. */
export async function requireQuota(
  db: Queryable,
  { today }: Pick<Services, 'today'>,
  changed: ReturnType<typeof changesBetween> & { readonly customer: CustomerNo },
): Promise<void> {
  const { name, issuer } = await findChanges(db, changed.customer)
  const counted = [...(changed.hasNewName ? [name] : []), ...(changed.hasNewIssuer ? [issuer] : [])]
  for (const days of counted) {
    const noted = noteChange(days, today())
    if (!noted.ok) throw new Refused(noted.refusal)
  }
}
