import { describe, expect, it } from 'vitest'

import { files } from '../repository/repository.ts'
import { root } from '../root.ts'
import { checkStatements, filesWithStatements } from './sql-types.ts'
import { createTestDatabase } from '../postgres/test-database.ts'

/** The statements whose text exists only when they run. */
const COMPOSED_AT_RUN_TIME: Readonly<Record<string, string>> = {
  'apps/server/src/features/data-copies/copied-rows-store.ts':
    'The tables come from the copy plan, which a test compares with the database.',
  'apps/server/src/features/erasure/erasure-store.ts':
    'The tables come from the erasure plan, which a test compares with the database.',
  'packages/lending/src/ledger/posting-store.ts': 'An INSERT of as many rows as the act has moves.',
  'packages/platform/src/database/distribution/distribution-store.ts':
    'The tables come from the list of tables, which a test compares with the schema.',
  'packages/platform/src/database/database.ts': 'Passes the statements of its callers on.',
  'packages/platform/src/database/migrate.ts': 'Runs the migration files.',
  'packages/platform/src/database/pool.ts': 'Sets the settings of a session.',
  'packages/platform/src/database/read-only.ts': 'Passes the statements of its callers on.',
  'packages/platform/src/database/vault/reseal.ts': 'The primary keys come from the catalogue.',
  'packages/platform/src/database/pipeline/messages.ts': 'Passes the statements of its callers on.',
  'packages/platform/src/database/pipeline/sender.ts': 'Passes the statements of its callers on.',
  'packages/platform/src/database/pipeline/statement.ts':
    'Joins statements into one; each of them is checked where it is written.',
  'packages/platform/src/database/transaction.ts': 'Passes the statements of its callers on.',
  'tools/backup/restore.ts': 'The tables come from the backup.',
  'tools/backup/snapshot.ts': 'The tables come from the catalogue of Citus.',
  'tools/release-fixture/restore-fixture.ts': 'Schema and tables come from the fixture.',
  'tools/postgres/test-cluster.ts': 'Creates databases on the nodes of a cluster.',
  'tools/sql-types/try-statements.ts': 'Runs the statements of other files.',
  'qa/bench/console/console.ts': 'the sample of each kind of number',
  'qa/bench/console/lender.ts': 'the number of customers in an anonymous block',
  'qa/bench/console/seed.ts': 'reads and writes every table',
  'qa/prove/citus/shard-store.ts': 'Sends the statements of its callers to shards.',
  'tools/postgres/test-database.ts': 'Creates databases and roles with random names.',
}

/** Files whose tables are not part of the schema of the product. */
const TABLES_OF_THEIR_OWN: Readonly<Record<string, string>> = {
  'packages/platform/src/database/distribution/distribution-store.ts':
    'It reads the catalogue of Citus.',
  'qa/simulator/loan-versions.ts': 'The simulation creates its own schema.',
  'qa/simulator/staff/troubles.ts': 'The simulation creates its own schema.',
  'qa/bench/plain-update.ts': 'It copies tables of the product.',
  'qa/bench/cluster.ts': 'It reads the catalogue of Citus.',
  'qa/bench/lending-tpc-b.ts': 'It creates the tables of TPC-B.',
}

const FIXTURE = 'tools/sql-types/testing/planted-mistakes.ts'

describe('the SQL statements of the server and the tools', () => {
  it('fit the schema: columns, their types, null, and the number of values', async () => {
    const paths = filesWithStatements(files, /^(apps|packages|qa|tools)\/.*\.ts$/)
    const url = await createTestDatabase()
    const { count, findings, open } = await checkStatements(paths, { root, url })
    expect(findings.filter((finding) => !(pathOf(finding) in TABLES_OF_THEIR_OWN))).toEqual([])
    expect([...new Set(open.map(({ at }) => pathOf(at)))].toSorted()).toEqual(
      Object.keys(COMPOSED_AT_RUN_TIME).toSorted(),
    )
    expect(count).toBeGreaterThan(600)
  }, 120_000)

  it('are refused where they do not fit: each planted mistake is found, and nothing else', async () => {
    const url = await createTestDatabase()
    const { findings, open } = await checkStatements([FIXTURE], { root, url })
    const text = files.find(({ path }) => path === FIXTURE)?.text.split('\n') ?? []
    const found = findings.map((finding) => {
      const [, line = '', difference = ''] = /:(\d+): (.*) — /.exec(finding) ?? []
      const before = text.slice(0, Number(line)).join('\n')
      return `${/.*function (\w+)/s.exec(before)?.[1]}: ${difference}`
    })
    expect(found).toEqual([
      'mistake1: column task is declared, the statement does not answer it',
      'mistake1: column task_no is answered, the row does not declare it',
      'mistake2: column task_no: declared string, int8 is decoded as bigint',
      'mistake3: column dead_at: declared Date, it can be null',
      'mistake4: 1 values are passed, the statement has 2 parameters',
      'mistake5: column "attempt" of relation "tasks" does not exist at “attempt = 0 WHERE task_no = $1”',
      'mistake6: column task_no: declared bigint, int8 is decoded as string',
      'mistake7: column accrued_until: declared string, it can be null',
      'countRows: relation "lones" does not exist at “lones ”',
      'mistake9: column deferred_on: declared Date[] | null, _date is decoded as string[]',
      'mistake10: 1 values are passed, the statement has 2 parameters',
      'mistake11: column origin is answered, the row does not declare it',
      'mistake12: column customer_no: declared string | null, it is never null',
    ])
    expect(open.map(({ reason }) => reason)).toEqual(['table is not constant'])
  }, 120_000)
})

function pathOf(at: string): string {
  return at.slice(0, at.indexOf(':'))
}
