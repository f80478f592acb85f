import { DatabaseUnavailable } from '@qingzhou/server/platform/database/database-unavailable.ts'
import { Refused } from '@qingzhou/server/platform/refused.ts'
import type { Borrower, Character } from './borrower.ts'
import { loanDeeds } from './deeds.ts'
import { mallDeeds } from './mall-deeds.ts'
import { planDeeds } from './plan-deeds.ts'
import type { World } from './world.ts'

const deeds = { ...loanDeeds, ...planDeeds, ...mallDeeds }
type Deed = keyof typeof deeds

/** What a borrower does of an afternoon, by their character; a refusal is an answer like any other. */
export async function live(world: World, borrower: Borrower): Promise<string | undefined> {
  const own = { ...world, chance: borrower.chance }
  const deed = deedOf(own, borrower)
  if (!deed) return undefined
  try {
    const hasDone = await deeds[deed](own, borrower)
    return hasDone === 'nothing' ? undefined : deed
  } catch (error) {
    const isUnheard = error instanceof Error && error.name === 'ProviderFault'
    if (error instanceof Refused) return `${deed}: ${error.refusal.kind}`
    if (isUnheard) return `${deed}: no answer`
    if (error instanceof DatabaseUnavailable) return `${deed}: database away`
    throw error
  }
}

function deedOf({ chance, outside, pace }: World, borrower: Borrower): Deed | undefined {
  const card = `token-of-${borrower.customer}`
  const shares = habits[borrower.character]
  if (chance.happens(shares.runsDry)) outside.emptyCards.add(card)
  else if (chance.happens(shares.fillsUp)) outside.emptyCards.delete(card)
  return deedNames.find((deed) => chance.happens(shares[deed] * pace))
}

const deedNames = [
  'borrow',
  'buy',
  'giveBack',
  'payDue',
  'payAhead',
  'payInFull',
  'payInPart',
  'joinLate',
  'spreadNext',
  'delayNext',
  'takeWaiver',
] as const satisfies readonly Deed[]

/** On how many days out of all somebody does each thing. */
// A table: one character, one line.
// oxfmt-ignore
const habits: Record<Character, Record<Deed | 'runsDry' | 'fillsUp', number>> = {
  punctual:  { borrow: 0.010, buy: 0.002, giveBack: 0.10, payDue: 0.000, payAhead: 0.004, payInFull: 0.001, payInPart: 0.001, joinLate: 0.000, spreadNext: 0.002, delayNext: 0.002, takeWaiver: 0.000, runsDry: 0.000, fillsUp: 1.0 },
  careful:   { borrow: 0.008, buy: 0.004, giveBack: 0.20, payDue: 0.030, payAhead: 0.010, payInFull: 0.006, payInPart: 0.010, joinLate: 0.010, spreadNext: 0.005, delayNext: 0.003, takeWaiver: 0.100, runsDry: 0.002, fillsUp: 0.5 },
  forgetful: { borrow: 0.010, buy: 0.004, giveBack: 0.20, payDue: 0.020, payAhead: 0.004, payInFull: 0.001, payInPart: 0.002, joinLate: 0.020, spreadNext: 0.004, delayNext: 0.004, takeWaiver: 0.100, runsDry: 0.040, fillsUp: 0.2 },
  late:      { borrow: 0.010, buy: 0.004, giveBack: 0.10, payDue: 0.040, payAhead: 0.004, payInFull: 0.001, payInPart: 0.001, joinLate: 0.030, spreadNext: 0.008, delayNext: 0.010, takeWaiver: 0.100, runsDry: 0.200, fillsUp: 0.02 },
  lost:      { borrow: 0.030, buy: 0.002, giveBack: 0.02, payDue: 0.001, payAhead: 0.000, payInFull: 0.000, payInPart: 0.000, joinLate: 0.060, spreadNext: 0.004, delayNext: 0.010, takeWaiver: 0.020, runsDry: 0.500, fillsUp: 0.001 },
}
