import type { Database } from '#platform/database/database.ts'
import { recordRules, resolveRules } from '#features/order-watch/index.ts'
import type { Services } from '#platform/services.ts'
import type { TaskPayloads } from '#platform/tasks/task-kinds.ts'
import { minutesAfter } from '#platform/clock.ts'
import {
  brokenLists,
  brokenOfCustomers,
  isDayUnderWay,
  sliceAfter,
  type BrokenRule,
} from './book-rule-store.ts'

/** A slice takes a fraction of a second, and holds no lock. */
const CUSTOMERS_PER_SLICE = 200
/** Plans are broken in the same night; until then a rule would seem not to hold. */
const BEFORE_VERIFYING = ['break-plans']
const LOOK_AGAIN_MINUTES = 5
const LINES_MAX = 20

type Deps = Pick<Services, 'database' | 'tasks' | 'now' | 'log'>
type Payload = TaskPayloads['verify-books']

/**
 * Checks the rules of the books after the end of a day, slice by slice of customers: each slice queues the
 * next one. What breaks a rule is recorded as an exception, and resolved once a whole run has not found
 * it any more.
 */
export async function verifyBooksOfDay(deps: Deps, payload: Payload): Promise<void> {
  const { database, tasks, now, log } = deps
  const { date, afterCustomer: after = '', startedAt = now().toISOString() } = payload
  if (after === '' && (await isDayUnderWay(database, { date, kinds: BEFORE_VERIFYING }))) {
    const runAt = minutesAfter(now(), LOOK_AGAIN_MINUTES)
    return database.inTransaction((tx) =>
      tasks.add(tx, { kind: 'verify-books', payload: { date }, key: date, runAt }),
    )
  }
  const slice = await sliceAfter(database, { after, customers: CUSTOMERS_PER_SLICE })
  const broken = await brokenOfCustomers(database, slice)
  if (after === '') broken.push(...(await brokenLists(database)))
  for (const { rule } of broken.slice(0, LINES_MAX)) log.error('books.rule-broken', { date, rule })

  await database.inTransaction(async (tx) => {
    await recordRules(tx, broken, now())
    if (slice.until === undefined) return resolveRules(tx, new Date(startedAt))
    const next = { date, afterCustomer: slice.until, startedAt }
    await tasks.add(tx, { kind: 'verify-books', payload: next, key: date })
  })
}

/** Checks the rules for everybody. Told after each slice how many customers were looked at. */
export async function verifyBooks(
  database: Database,
  onSlice: (slices: number) => void = () => {},
): Promise<BrokenRule[]> {
  const broken = await brokenLists(database)
  let after: string | undefined = ''
  for (let slices = 1; after !== undefined; slices += 1) {
    const slice = await sliceAfter(database, { after, customers: CUSTOMERS_PER_SLICE })
    broken.push(...(await brokenOfCustomers(database, slice)))
    onSlice(slices)
    after = slice.until
  }
  return broken
}

/** One broken rule as one line. */
export function lineOfBroken({ rule, statement, customer, subjectNo }: BrokenRule): string {
  return `${rule} ${customer || '-'} ${subjectNo || '-'}: it does not hold that ${statement}`
}
