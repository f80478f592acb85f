import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { changesBetween } from './card-changes.ts'
import { insertOldCard, type Replacement } from './card-history-store.ts'
import { isSameCard, type CardWithPhotos, type CheckedCard } from './check-card.ts'
import { replaceCard, type CardRecord } from './id-card-store.ts'
import { claimNumber } from './identity-store.ts'

/**
 * Puts a card in the place of the one on file. Who is a customer was known by the old one when papers
 * were signed, so it is kept; of who has signed nothing yet, nothing is.
 */
export async function putCard(
  tx: Transaction,
  services: Services,
  put: Pick<CheckedCard, 'card' | 'earlier' | 'hasPerson'> & {
    readonly customer: CustomerNo
    readonly replacement: Replacement
  },
): Promise<void> {
  const { customer, card, earlier, hasPerson, replacement } = put
  const isOwn = await claimNumber(tx, services, { customer, idNumber: card.idNumber })
  if (!isOwn) throw new Refused({ kind: 'identity-of-other-account' })

  const savedAt = services.now()
  if (earlier && hasPerson && !isSameCard(card, earlier)) {
    const changes = changesBetween(earlier, card)
    const old = { customer, card: earlier, replacement, replacedAt: savedAt, ...changes }
    await insertOldCard(tx, services, old)
  } else {
    for (const fileNo of replacedFiles(earlier, card)) {
      await services.files.release(tx, { customer, fileNo })
    }
  }
  await replaceCard(tx, services, { customer, ...card, savedAt })
}

function replacedFiles(earlier: CardRecord | undefined, card: CardWithPhotos): string[] {
  if (!earlier) return []
  const { frontFileNo, backFileNo } = card
  return [earlier.frontFileNo, earlier.backFileNo].filter(
    (fileNo) => fileNo !== frontFileNo && fileNo !== backFileNo,
  )
}
