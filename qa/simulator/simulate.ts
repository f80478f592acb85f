import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import {
  newBorrower,
  type Borrower,
  withRetries,
  createWorld,
  type ProvidersChoice,
  type World,
} from './world.ts'
import { createChance } from './chance.ts'
import {
  bookViolations,
  countDefaultedPlans,
  nightlyFindings,
  unsettledItems,
  positionDifferences,
  screenDifferences,
} from './checks.ts'
import { createLoanComparison } from './compare-loans.ts'
import { actAsLender } from './operations/lender-operations.ts'
import { fourEyesViolations, openQueues } from './staff/staff-checks.ts'
import { actAsStaff, clearQueues, startMorning } from './staff/staff-day.ts'
import { actAsBorrower } from './live.ts'

export type Simulation = {
  readonly borrowers: number
  readonly days: number
  readonly seed: number
  /** Factor on the frequency of all operations; the default is 1. */
  readonly pace?: number
  /** The providers in the process, or those of the sandbox over their protocols; simulated by default. */
  readonly providers?: ProvidersChoice | undefined
  /** Ends after the day in which this many minutes have passed, and then runs the final checks. */
  readonly minutes?: number
  /** Without staff the queues are not worked and borrowers keep their limits. */
  readonly hasStaff?: boolean
  readonly onDay?: (day: LocalDate, summary: Summary) => void
  /** Changes the database before the borrowers are created, for example to plant a fault. */
  readonly prepare?: (world: World) => Promise<void>
}

export type Summary = {
  readonly days: number
  /** How often each operation was done or refused. */
  readonly simulatedOperations: Readonly<Record<string, number>>
  readonly messages: number
  readonly transfers: number
  readonly screensCompared: number
  /** Number of comparisons of a loan with the reference. */
  readonly loansCompared: number
  readonly plansDefaulted: number
  /** A digest of the figures of every loan on every day: the same seed gives the same digest. */
  readonly digest: string
  readonly violations: readonly string[]
}

const OUTAGE_SHARE = 0.01
/** Borrowers that act or are compared concurrently, so that server and database use two cores. */
const LANES = 6
/** Borrowers without a change whose screens are compared per day, in rotation (approximate). */
const UNCHANGED_COMPARED = 30
/**
 * With many borrowers the rules of the books are checked here every 30 days only: the product
 * checks them every night.
 */
const RULES_EVERY_DAYS = 30
const DAILY_RULES_BORROWERS_MAX = 100
const DAYS_TO_SETTLE = 4
/** The test database has no autovacuum: without it the queue alone slows a year down severalfold. */
const VACUUM_EVERY_DAYS = 10
const VIOLATIONS_MAX = 20

/** Simulates borrowers day by day, and checks loans, screens and the rules of the books. */
export async function simulate(simulation: Simulation): Promise<Summary> {
  const { borrowers, days, seed, pace = 1, minutes = Infinity, onDay, prepare } = simulation
  const { hasStaff = true } = simulation
  const end = performance.now() + minutes * 60_000
  const rulesEvery = borrowers > DAILY_RULES_BORROWERS_MAX ? RULES_EVERY_DAYS : 1
  const world = await createWorld(createChance(seed), pace, simulation.providers)
  const comparison = createLoanComparison(world.owner)
  const summary = emptySummary()
  const people: Borrower[] = []
  try {
    await prepare?.(world)
    people.push(
      ...(await mapConcurrently(
        Array.from({ length: borrowers }, () => world),
        newBorrower,
      )),
    )
    if (hasStaff && people[0]) await world.staff.hireBorrower(people[0])
    const customers = people.map(({ customer }) => customer)
    const turns = Math.ceil(borrowers / UNCHANGED_COMPARED)
    for (let day = 1; day <= days; day += 1) {
      await simulateDay(world, people, { hasStaff, done: summary.simulatedOperations })
      const today = await world.services.businessDate()
      const { differences, changed } = await comparison.compare(today, customers)
      const seen = people.filter(
        ({ customer }, index) => changed.has(customer) || (index + day) % turns === 0,
      )
      summary.violations.push(
        ...differences,
        ...world.staff.violations.splice(0),
        ...(await mapConcurrently(seen, (person) => borrowerDifferences(world, person))).flat(),
        ...(day % rulesEvery === 0 ? await withRetries(() => bookViolations(world)) : []),
        ...(await withRetries(() => nightlyFindings(world))),
      )
      if (day % VACUUM_EVERY_DAYS === 0) await world.vacuum()
      summary.days = day
      summary.screensCompared += seen.length
      summary.loansCompared = comparison.count()
      summary.digest = comparison.digest()
      summary.messages = world.outside.messages.sent
      summary.transfers = world.outside.ordered()
      summary.plansDefaulted = await countDefaultedPlans(world)
      onDay?.(world.services.today(), summary)
      if (summary.violations.length >= VIOLATIONS_MAX) return summary
      if (performance.now() > end) break
    }
    await settleOpenOrders(world, { hasStaff, done: summary.simulatedOperations })
    summary.violations.push(...world.staff.violations, ...(await finalViolations(world, hasStaff)))
    return summary
  } finally {
    await world.stop()
  }
}

function emptySummary() {
  return {
    days: 0,
    simulatedOperations: {} as Record<string, number>,
    messages: 0,
    transfers: 0,
    screensCompared: 0,
    loansCompared: 0,
    plansDefaulted: 0,
    digest: '',
    violations: [] as string[],
  }
}

/** What must not be left after the last day: in the books, at the providers, and in the queues. */
async function finalViolations(world: World, hasStaff: boolean): Promise<string[]> {
  return [
    ...(await bookViolations(world)),
    ...(await unsettledItems(world)),
    ...(hasStaff ? await openQueues(world) : []),
    ...(await fourEyesViolations(world)),
  ]
}

/** Lists where a borrower's screens or loan positions differ from the ledger. */
async function borrowerDifferences(world: World, person: Borrower): Promise<string[]> {
  const wrong = await Promise.all([
    withRetries(() => screenDifferences(world, person)),
    withRetries(() => positionDifferences(world, person)),
  ])
  return wrong.flat()
}

/** Runs `work` on some items at a time, started in order. Returns the results in the same order. */
async function mapConcurrently<One, Answer>(
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

type DayOptions = { readonly hasStaff: boolean; readonly done: Record<string, number> }

function count(done: Record<string, number>, labels: readonly (string | undefined)[]): void {
  for (const label of labels) if (label !== undefined) done[label] = (done[label] ?? 0) + 1
}

/** Simulates one day in four steps of six hours, with one more after the operations, as workers run at once. */
async function simulateDay(
  world: World,
  people: readonly Borrower[],
  { hasStaff, done }: DayOptions,
): Promise<void> {
  world.outside.isUnavailable = world.chance.happens(OUTAGE_SHARE)
  await world.pass(6)
  count(done, await actAsLender(world, people))
  count(done, await mapConcurrently(people, (person) => actAsBorrower(world, person)))
  if (hasStaff) count(done, await actAsStaff(world, people))
  for (const hours of [0.1, 5.9, 6]) await world.pass(hours)
  if (hasStaff) count(done, await startMorning(world))
  await world.pass(6)
}

/**
 * Switches faults off, declines open app payments, and lets all orders and tasks finish, while staff
 * work on what is left.
 */
async function settleOpenOrders(world: World, { hasStaff, done }: DayOptions): Promise<void> {
  Object.assign(world.outside, { isUnavailable: false, isFaultless: true })
  world.outside.closedCards.clear()
  await world.outside.closePages()
  for (let step = 0; step < DAYS_TO_SETTLE * 8; step += 1) {
    if (hasStaff) {
      await world.staff.startDay()
      count(done, await clearQueues(world, { isLast: true }))
    }
    await world.pass(3)
  }
}
