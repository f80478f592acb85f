import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { live, newBorrower, type Borrower } from './borrower.ts'
import { createChance } from './chance.ts'
import { brokenRules, looseEnds, wrongScreens } from './checks.ts'
import { createWorld, type World } from './world.ts'

export type Simulation = {
  readonly borrowers: number
  readonly days: number
  readonly seed: number
  readonly onDay?: (day: LocalDate, summary: Summary) => void
}

export type Summary = {
  /** How often each thing was done or refused. */
  readonly deeds: Readonly<Record<string, number>>
  readonly messages: number
  readonly transfers: number
  readonly screensCompared: number
  readonly violations: readonly string[]
}

const AWAY_SHARE = 0.01
/** Everybody's screens are compared once a month; on other days those of who did something. */
const ALL_COMPARED_EVERY = 30
const DAYS_TO_SETTLE = 4
const VIOLATIONS_MAX = 20

/** Lets borrowers live for a while, and looks after each day whether all still holds. */
export async function simulate({ borrowers, days, seed, onDay }: Simulation): Promise<Summary> {
  const world = await createWorld(createChance(seed))
  const summary = {
    deeds: {} as Record<string, number>,
    messages: 0,
    transfers: 0,
    screensCompared: 0,
    violations: [] as string[],
  }
  const people: Borrower[] = []
  try {
    for (let count = 0; count < borrowers; count += 1) people.push(await newBorrower(world))
    for (let day = 1; day <= days; day += 1) {
      const active = await liveThrough(world, people, summary.deeds)
      const compared = day % ALL_COMPARED_EVERY === 0 ? people : active
      for (const person of compared) summary.violations.push(...(await wrongScreens(world, person)))
      summary.screensCompared += compared.length
      summary.violations.push(...(await brokenRules(world)))
      summary.messages = world.outside.messages.sent
      summary.transfers = world.outside.orders.size
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

/** One day, in four parts; answers who did something on it. */
async function liveThrough(
  world: World,
  people: readonly Borrower[],
  deeds: Record<string, number>,
): Promise<Borrower[]> {
  const active: Borrower[] = []
  world.outside.isAway = world.chance.happens(AWAY_SHARE)
  await world.pass(6)
  for (const person of people) {
    const deed = await live(world, person)
    if (deed === undefined) continue
    active.push(person)
    deeds[deed] = (deeds[deed] ?? 0) + 1
  }
  for (const hours of [6, 6, 6]) await world.pass(hours)
  return active
}

/** All goes well from now on: whatever was left open comes to its end. */
async function comeToAnEnd(world: World): Promise<void> {
  Object.assign(world.outside, { isAway: false, isWell: true })
  for (const [orderNo] of world.outside.orders) world.outside.decide(orderNo, 'declined')
  for (let step = 0; step < DAYS_TO_SETTLE * 8; step += 1) await world.pass(3)
}
