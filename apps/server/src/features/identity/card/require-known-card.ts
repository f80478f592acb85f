import { addDays } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { findReplacementDay } from './card-history-store.ts'

/**
 * A person can be recognised by a card that has been on file for a while, or that came from whoever had
 * the face of the card before. Whoever holds a session and shows a forged card would else have the
 * portrait to pass for its owner: so the owner, who was told of the new card, has some days to say that
 * it is not theirs.
 */
export async function requireKnownCard(
  db: Queryable,
  { today }: Pick<Services, 'today'>,
  asked: {
    readonly customer: CustomerNo
    /** A card that was renewed within a credit application came with a face of its own. */
    readonly isRenewalKnown: boolean
  },
): Promise<void> {
  const replacedOn = await findReplacementDay(db, asked)
  if (replacedOn === undefined) return
  const opensOn = addDays(replacedOn, product.phoneChange.daysAfterNewCard)
  if (today() < opensOn) throw new Refused({ kind: 'card-too-new', opensOn })
}
