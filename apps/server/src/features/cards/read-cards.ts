import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { findPerson } from '#features/identity/index.ts'
import type { Services } from '#platform/services.ts'
import { cardsOfHolder, type Card } from './card-store.ts'

/**
 * A customer's cards, the newest first. Somebody who corrected their identity since has only those
 * bound under the present one: nobody is paid on another's card.
 */
export async function readCards(
  db: Queryable,
  services: Services,
  customer: CustomerNo,
): Promise<Card[]> {
  const person = await findPerson(db, services, customer)
  if (!person) return []
  const holderIndex = services.vault.index('idNumber', person.idNumber)
  return cardsOfHolder(db, services, { customer, holderIndex })
}

export async function findCard(
  db: Queryable,
  services: Services,
  { customer, cardId }: { readonly customer: CustomerNo; readonly cardId: string },
): Promise<Card | undefined> {
  const cards = await readCards(db, services, customer)
  return cards.find((card) => card.cardId === cardId)
}
