import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { newBorrower, type Borrower } from './borrower.ts'
import { createChance } from './chance.ts'
import {
  brokenRules,
  countBrokenPlans,
  foundAtNight,
  looseEnds,
  wrongPositions,
  wrongScreens,
} from './checks.ts'
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
  /** Ends after the day in which so many minutes have passed; what was simulated until then is checked. */
  readonly minutes?: number
  readonly onDay?: (day: LocalDate, summary: Summary) => void
  /** Changes the database before anybody comes: a test plants a fault. */
  readonly prepare?: (world: World) => Promise<void>
}

export type Summary = {
  readonly days: number
  /** How often each thing was done or refused. */
  readonly deeds: Readonly<Record<string, number>>
  readonly messages: number
  readonly transfers: number
  readonly screensCompared: number
  /** How often a loan was compared with the reference. */
  readonly loansCompared: number
  readonly plansBroken: number
  /** A digest of the figures of every loan on every day: the same seed gives the same digest. */
  readonly digest: string
  readonly violations: readonly string[]
}

const AWAY_SHARE = 0.01
/** Borrowers that act or are looked at at the same time, so that two cores have work. */
const LANES = 6
/** Screens of borrowers without a change are compared for about so many borrowers a day, in turn. */
const UNCHANGED_COMPARED = 30
/** The rules of the books are checked every night by the product itself; here again, on each of so many days. */
const RULES_EVERY_DAYS = 30
const FEW_BORROWERS = 100
const DAYS_TO_SETTLE = 4
const VIOLATIONS_MAX = 20

/** Lets borrowers live for a while, and looks after each day whether all still holds. */
export async function simulate(simulation: Simulation): Promise<Summary> {
  const { borrowers, days, seed, pace = 1, minutes = Infinity, onDay, prepare } = simulation
  const end = performance.now() + minutes * 60_000
  const rulesEvery = borrowers > FEW_BORROWERS ? RULES_EVERY_DAYS : 1
  const world = await createWorld(createChance(seed), pace)
  const comparison = createLoanComparison(world.owner)
  const summary = {
    days: 0,
    deeds: {} as Record<string, number>,
    messages: 0,
    transfers: 0,
    screensCompared: 0,
    loansCompared: 0,
    plansBroken: 0,
    digest: '',
    violations: [] as string[],
  }
  const people: Borrower[] = []
  try {
    await prepare?.(world)
    people.push(...(await inLanes(Array(borrowers).fill(world), newBorrower)))
    const customers = people.map(({ customer }) => customer)
    const turns = Math.ceil(borrowers / UNCHANGED_COMPARED)
    for (let day = 1; day <= days; day += 1) {
      await liveThrough(world, people, summary.deeds)
      const today = await world.services.businessDate()
      const { differences, changed } = await comparison.compare(today, customers)
      const seen = people.filter(
        ({ customer }, index) => changed.has(customer) || (index + day) % turns === 0,
      )
      summary.violations.push(
        ...differences,
        ...(await inLanes(seen, (person) => wrongFor(world, person))).flat(),
        ...(day % rulesEvery === 0 ? await patiently(() => brokenRules(world)) : []),
        ...(await patiently(() => foundAtNight(world))),
      )
      summary.days = day
      summary.screensCompared += seen.length
      summary.loansCompared = comparison.count()
      summary.digest = comparison.digest()
      summary.messages = world.outside.messages.sent
      summary.transfers = world.outside.orders.size
      summary.plansBroken = await countBrokenPlans(world)
      onDay?.(world.services.today(), summary)
      if (summary.violations.length >= VIOLATIONS_MAX) return summary
      if (performance.now() > end) break
    }
    await comeToAnEnd(world)
    summary.violations.push(...(await brokenRules(world)), ...(await looseEnds(world)))
    return summary
  } finally {
    await world.stop()
  }
}

/** Where the screens of a borrower, or the loans as the domain has them, differ from the ledger. */
async function wrongFor(world: World, person: Borrower): Promise<string[]> {
  const wrong = await Promise.all([
    patiently(() => wrongScreens(world, person)),
    patiently(() => wrongPositions(world, person)),
  ])
  return wrong.flat()
}

/** Some at a time, begun in their order; answers in the same order. */
async function inLanes<One, Answer>(
  all: readonly One[],
  work: (one: One) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const queue = all.entries()
  const lanes = Array.from({ length: LANES }, async () => {
    for (const [index, one] of queue) answers[index] = await work(one)
  })
  await Promise.all(lanes)
  return answers
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
  for (const deed of await inLanes(people, (person) => live(world, person))) {
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
