import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { newBorrower, type Borrower } from './borrower.ts'
import { createChance } from './chance.ts'
import { brokenRules, countBrokenPlans, differingLoans, looseEnds, wrongScreens } from './checks.ts'
import { createLoanComparison } from './compare-loans.ts'
import { actAsLender } from './lender-deeds.ts'
import { live } from './live.ts'
import { patiently } from './patiently.ts'
import { createWorld, type World } from './world.ts'

export type Simulation = {
  readonly borrowers: number
  readonly days: number
  readonly seed: number
  /** How much more often than usual everybody does something; 1 is a usual life. */
  readonly pace?: number
  readonly onDay?: (day: LocalDate, summary: Summary) => void
  /** Changes the database before anybody comes: a test plants a fault. */
  readonly prepare?: (world: World) => Promise<void>
}

export type Summary = {
  /** How often each thing was done or refused. */
  readonly deeds: Readonly<Record<string, number>>
  readonly messages: number
  readonly transfers: number
  readonly screensCompared: number
  /** How often a loan was compared with the reference. */
  readonly loansCompared: number
  readonly plansBroken: number
  readonly violations: readonly string[]
}

const AWAY_SHARE = 0.01
const COMPARED_AT_ONCE = 2
const DAYS_TO_SETTLE = 4
const VIOLATIONS_MAX = 20

/** Lets borrowers live for a while, and looks after each day whether all still holds. */
export async function simulate(simulation: Simulation): Promise<Summary> {
  const { borrowers, days, seed, pace = 1, onDay, prepare } = simulation
  const world = await createWorld(createChance(seed), pace)
  const comparison = createLoanComparison(world.owner)
  const summary = {
    deeds: {} as Record<string, number>,
    messages: 0,
    transfers: 0,
    screensCompared: 0,
    loansCompared: 0,
    plansBroken: 0,
    violations: [] as string[],
  }
  const people: Borrower[] = []
  try {
    await prepare?.(world)
    for (let count = 0; count < borrowers; count += 1) people.push(await newBorrower(world))
    for (let day = 1; day <= days; day += 1) {
      await liveThrough(world, people, summary.deeds)
      summary.violations.push(...(await patiently(() => allWrongScreens(world, people))))
      summary.screensCompared += people.length
      summary.violations.push(
        ...(await patiently(() => brokenRules(world))),
        ...(await patiently(() => differingLoans(world))),
      )
      const today = await world.services.businessDate()
      const customers = people.map(({ customer }) => customer)
      summary.violations.push(...(await comparison.compare(today, customers)))
      summary.loansCompared = comparison.count()
      summary.messages = world.outside.messages.sent
      summary.transfers = world.outside.orders.size
      summary.plansBroken = await countBrokenPlans(world)
      onDay?.(world.services.today(), summary)
      if (summary.violations.length >= VIOLATIONS_MAX) return summary
    }
    await comeToAnEnd(world)
    summary.violations.push(...(await brokenRules(world)), ...(await looseEnds(world)))
    return summary
  } finally {
    await world.stop()
  }
}

/** What is wrong on anybody's screens. */
async function allWrongScreens(world: World, people: readonly Borrower[]): Promise<string[]> {
  const wrong: string[] = []
  for (let first = 0; first < people.length; first += COMPARED_AT_ONCE) {
    const some = people.slice(first, first + COMPARED_AT_ONCE)
    const found = await Promise.all(some.map((person) => wrongScreens(world, person)))
    wrong.push(...found.flat())
  }
  return wrong
}

/** One day, in four parts. */
async function liveThrough(
  world: World,
  people: readonly Borrower[],
  deeds: Record<string, number>,
): Promise<void> {
  world.outside.isAway = world.chance.happens(AWAY_SHARE)
  await world.pass(6)
  for (const deed of await actAsLender(world, people)) deeds[deed] = (deeds[deed] ?? 0) + 1
  for (const person of people) {
    const deed = await live(world, person)
    if (deed !== undefined) deeds[deed] = (deeds[deed] ?? 0) + 1
  }
  for (const hours of [6, 6, 6]) await world.pass(hours)
}

/** All goes well from now on: whatever was left open comes to its end. */
async function comeToAnEnd(world: World): Promise<void> {
  Object.assign(world.outside, { isAway: false, isWell: true })
  for (const [orderNo] of world.outside.orders) world.outside.decide(orderNo, 'declined')
  for (let step = 0; step < DAYS_TO_SETTLE * 8; step += 1) await world.pass(3)
}
