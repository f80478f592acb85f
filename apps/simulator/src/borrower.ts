import { fen } from '@qingzhou/domain/money/money'
import {
  insertBorrower,
  type InsertedBorrower,
} from '@qingzhou/server/features/loans/testing/inserted-borrower.ts'
import type { Chance } from './chance.ts'
import type { World } from './world.ts'

/** Payment behaviour of simulated borrowers. */
export const characters = ['punctual', 'careful', 'forgetful', 'late', 'lost'] as const
export type Character = (typeof characters)[number]

export type Borrower = InsertedBorrower & {
  readonly character: Character
  /** Used by this borrower only: concurrent borrowers do not change each other's sequence. */
  readonly chance: Chance
}

export async function newBorrower({ services, chance, outside }: World): Promise<Borrower> {
  const own = chance.branch(`borrower ${chance.below(2 ** 31)}`)
  const limit = fen(BigInt(10 + 10 * own.below(5)) * 1_000_00n)
  const character = own.pick(characters)
  const { bindCard } = outside
  return { ...(await insertBorrower(services, { limit, bindCard })), character, chance: own }
}
