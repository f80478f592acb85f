import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { dayInShanghai } from '@qingzhou/platform/clock'
import type { Database, Queryable, Transaction } from '@qingzhou/platform/database/database'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { customerNo } from '@qingzhou/platform/ids'
import { readLogPage } from '@qingzhou/platform/staff-log/index'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { listProposals, pageOfProposals, type ProposalsWanted } from '#features/proposals/index.ts'

const ROWS = 20_000
const LIMIT = 50
/** A filter that one row in fifteen passes may be applied on the way; a rarer one has its own index. */
const ROWS_READ_MAX = LIMIT * 20
const orders = ['up', 'down'] as const

let database: PoolDatabase
beforeAll(async () => {
  database = createDatabase(await createTestDatabase(), { max: 1, onIdleError: () => {} })
  await database.inTransaction(async (tx) => {
    // A chain of log rows and decided proposals take longer to make than this test.
    await tx.query('SET LOCAL session_replication_role = replica')
    await tx.query(
      `INSERT INTO staff_log (log_no, done_at, actor, act, customer_no, about, previous_hash, hash)
       SELECT one, now() - (${ROWS} - one) * interval '1 minute', 'S' || one % 3, 'act-' || chr(97 + one % 5),
              nullif('C' || one % 200, 'C0'), '', '', ''
         FROM generate_series(1, ${ROWS}) AS one`,
    )
    await tx.query(
      `INSERT INTO proposals (proposal_no, kind, customer_no, parameters_sealed, parameters_hash,
              reason_sealed, proposed_by, proposed_at, expires_at, state, decided_at, decided_by,
              amount_fen)
       SELECT 'P' || one, 'kind-' || chr(97 + one % 5), 'C' || one % 200, '', int4send(one), '',
              'S' || one % 3, now() - one * interval '1 minute', now() + one * interval '1 minute',
              'done', now(), 'S9', one % 7000
         FROM generate_series(1, ${ROWS}) AS one`,
    )
  })
  await database.query('ANALYZE staff_log, proposals')
}, 60_000)
afterAll(() => database.close())

type LogFilters = Parameters<typeof readLogPage>[1]['filters']

describe('a list of the console', () => {
  it.for(['proposedAt', 'amount', 'expiresAt'] as const)(
    'reads proposals by %s from an index, with each filter and from each place',
    async (by) => {
      const filters: Partial<ProposalsWanted>[] = [
        {},
        { state: 'done' },
        { state: 'failed' },
        { state: 'proposed', notProposedBy: 'S1', isSentBack: false, notKinds: ['kind-a'] },
        { kind: 'kind-b' },
        { kind: 'kind-of-none' },
        { kind: 'kind-b', state: 'done' },
        { proposedBy: 'S1' },
        { proposedBy: 'S-of-none' },
        { notProposedBy: 'S1' },
        { customer: 'C7' },
        { customer: 'C-of-none' },
      ]
      for (const filter of filters) {
        for (const order of orders) {
          const wanted = { ...filter, sort: { by, order }, count: LIMIT }
          const [last] = (await pageOfProposals(database, wanted)).toReversed()
          const after = last?.place
          for (const page of [wanted, ...(after ? [{ ...wanted, after }] : [])]) {
            const read = await rowsRead((db) => pageOfProposals(db, page))
            expect([page, read <= ROWS_READ_MAX]).toEqual([page, true])
          }
        }
      }
    },
  )

  it('reads the log from an index, with each filter and from each place', async () => {
    const [early, today] = [localDate('2020-01-01'), dayInShanghai(new Date())]
    const wanted: LogFilters[] = [
      {},
      { actor: 'S1' },
      { actor: 'S-of-none' },
      { act: 'act-b' },
      { act: 'act-of-none' },
      { actor: 'S1', act: 'act-b' },
      { actor: 'S1', act: 'act-of-none' },
      { actor: 'S-of-none', act: 'act-b' },
      { customerNo: 'C7' },
      { customerNo: 'C7', act: 'act-of-none' },
      { from: today },
      { until: early },
      { from: early, until: today, act: 'act-of-none' },
    ]
    for (const filters of wanted) {
      for (const order of orders) {
        for (const after of [undefined, BigInt(ROWS / 2)]) {
          const page = { filters, order, after, limit: LIMIT }
          const read = await rowsRead((db) => readLogPage(db, page))
          expect([page, read <= ROWS_READ_MAX]).toEqual([page, true])
        }
      }
    }
  })

  it('reads the undecided proposals about a customer from an index', async () => {
    const wanted = { customer: customerNo('C7'), state: 'proposed', count: LIMIT } as const
    expect(await rowsRead((db) => listProposals(db, wanted))).toBeLessThanOrEqual(ROWS_READ_MAX)
  })
})

/** The rows that one statement of a store reads. */
async function rowsRead(
  work: (db: Queryable & Pick<Database, 'inTransaction'>) => Promise<unknown>,
): Promise<number> {
  let read = 0
  await database.inTransaction(async (tx) => {
    const query: Queryable['query'] = async (sql, values) => {
      if (sql.startsWith('SET ')) return tx.query(sql)
      const plans = await tx.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
        values,
      )
      for (const { Plan } of plans.flatMap((row) => row['QUERY PLAN'])) read += rowsOf(Plan)
      return []
    }
    const explaining: Transaction = { ...tx, query }
    await work({ query, inTransaction: (inner) => inner(explaining) })
  })
  return read
}

type PlanNode = {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** What the scans of a plan read; other nodes only pass rows on. */
function rowsOf(node: PlanNode): number {
  const { Plans = [] } = node
  if (Plans.length > 0) return Plans.reduce((sum, one) => sum + rowsOf(one), 0)
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
}
