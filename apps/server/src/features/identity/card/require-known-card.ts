import { addDays } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import type { CustomerNo } from '#platform/ids.ts'
import type { Queryable } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { findReplacementDay } from './card-history-store.ts'

/**
 * Face checks are accepted only against a card that has been on file for some days, or that
 * replaced an earlier one with a face check. Otherwise an attacker with a session could submit a
 * forged card and pass the check with its portrait. The delay gives the owner, who is notified of
 * the new card, time to object.
 */
export async function requireKnownCard(
  db: Queryable,
  { today }: Pick<Services, 'today'>,
  request: {
    readonly customer: CustomerNo
    /**
     * Whether a card renewed in a credit application counts as known: it had its own face check.
     */
    readonly isRenewalKnown: boolean
  },
): Promise<void> {
  const replacedOn = await findReplacementDay(db, request)
  if (replacedOn === undefined) return
  const opensOn = addDays(replacedOn, product.phoneChange.daysAfterNewCard)
  if (today() < opensOn) throw new Refused({ kind: 'card-too-new', opensOn })
}
