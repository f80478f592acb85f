import type { Database } from '@qingzhou/platform/database/database'
import { reportDatedGaps } from '#features/dated-rows/index.ts'
import { recordRules, resolveRules } from '#features/order-watch/index.ts'
import type { Services } from '#services.ts'
import type { TaskPayloads } from '@qingzhou/platform/tasks/task-kinds'
import { minutesAfter } from '@qingzhou/platform/clock'
import {
  listRuleViolations,
  customerRuleViolations,
  isDayUnderWay,
  sliceAfter,
  type BrokenRule,
} from './book-rule-store.ts'

/** A slice takes a fraction of a second and takes no locks. */
const CUSTOMERS_PER_SLICE = 200
/** Plans default in the same night; before that, a rule would appear to be violated. */
const BEFORE_VERIFYING = ['break-plans']
const LOOK_AGAIN_MINUTES = 5
const LINES_MAX = 20

type Deps = Pick<Services, 'database' | 'tasks' | 'now' | 'log'>
type Payload = TaskPayloads['verify-books']

/**
 * Checks the rules of the books after the end of a day, in slices of customers: each slice enqueues
 * the next. A violation is recorded as an exception, and resolved once a complete run does not find
 * it.
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
  const broken = await customerRuleViolations(database, slice)
  if (after === '') {
    broken.push(...(await listRuleViolations(database)))
    await reportDatedGaps(deps)
  }
  for (const { rule } of broken.slice(0, LINES_MAX)) log.error('books.rule-broken', { date, rule })

  await database.inTransaction(async (tx) => {
    await recordRules(tx, broken, now())
    if (slice.until === undefined) return resolveRules(tx, new Date(startedAt))
    const next = { date, afterCustomer: slice.until, startedAt }
    await tasks.add(tx, { kind: 'verify-books', payload: next, key: date })
  })
}

/** Checks the rules for all customers. `onSlice` gets the number of slices done. */
export async function verifyBooks(
  database: Database,
  onSlice: (slices: number) => void = () => {},
): Promise<BrokenRule[]> {
  const broken = await listRuleViolations(database)
  let after: string | undefined = ''
  for (let slices = 1; after !== undefined; slices += 1) {
    const slice = await sliceAfter(database, { after, customers: CUSTOMERS_PER_SLICE })
    broken.push(...(await customerRuleViolations(database, slice)))
    onSlice(slices)
    after = slice.until
  }
  return broken
}

/** Formats a violation as one line. */
export function formatViolation({ rule, statement, customer, subjectNo }: BrokenRule): string {
  return `${rule} ${customer || '-'} ${subjectNo || '-'}: it does not hold that ${statement}`
}
