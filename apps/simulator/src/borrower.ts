import { fen } from '@qingzhou/domain/money/money'
import {
  plantBorrower,
  type PlantedBorrower,
} from '@qingzhou/server/features/loans/testing/planted-borrower.ts'
import type { World } from './world.ts'

/** How somebody is with money. */
export const characters = ['punctual', 'careful', 'forgetful', 'late', 'lost'] as const
export type Character = (typeof characters)[number]

export type Borrower = PlantedBorrower & { readonly character: Character }

export async function newBorrower({ services, chance }: World): Promise<Borrower> {
  const limit = fen(BigInt(10 + 10 * chance.below(5)) * 1_000_00n)
  return { ...(await plantBorrower(services, { limit })), character: chance.pick(characters) }
}
