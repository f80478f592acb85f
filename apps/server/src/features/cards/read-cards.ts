import { debitRefusals } from '@qingzhou/domain/cards/debit-refusal'
import { findPerson, getPerson } from '#features/identity/index.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { CardHolder } from '@qingzhou/providers/bank/port'
import type { Services } from '#services.ts'
import { cardsOfHolder, markPreferred, numberOfCard, type Card } from './card-store.ts'

/**
 * A customer's cards: the default card, then newest first. After an identity correction, only cards bound under the new
 * identity count, so that no money goes to another person's card.
 */
export async function readCards(
  db: Queryable,
  services: Pick<Services, 'vault' | 'now'>,
  customer: CustomerNo,
): Promise<Card[]> {
  const person = await findPerson(db, services, customer)
  if (!person) return []
  const holderIndex = services.vault.index('idNumber', person.idNumber)
  return cardsOfHolder(db, services, { customer, holderIndex })
}

export async function findCard(
  db: Queryable,
  services: Pick<Services, 'vault' | 'now'>,
  { customer, cardId }: { readonly customer: CustomerNo; readonly cardId: string },
): Promise<Card | undefined> {
  const cards = await readCards(db, services, customer)
  return cards.find((card) => card.cardId === cardId)
}

/** Who has a card, and its number, for a bank that needs more than its own token. */
export async function holderOfCard(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  key: { readonly customer: CustomerNo; readonly cardId: string },
): Promise<CardHolder> {
  const { name, idNumber } = await getPerson(db, services, key.customer)
  return { name, idNumber, ...(await numberOfCard(db, services, key)) }
}

/**
 * Makes a card the default one and returns all cards. Refuses another customer's card like a missing
 * one.
 */
export async function chooseDefaultCard(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  key: { readonly customer: CustomerNo; readonly cardId: string },
): Promise<Card[]> {
  const { database } = services
  if (!(await findCard(database, services, key))) throw new Refused({ kind: 'card-unknown' })
  await markPreferred(database, services, key)
  return readCards(database, services, key.customer)
}

/** Whether the bank declined the last debit for a reason that the next one would meet too. */
export function isLastinglyRefused({ refusedDebit }: Card): boolean {
  return refusedDebit !== undefined && debitRefusals[refusedDebit.kind].isLasting
}
