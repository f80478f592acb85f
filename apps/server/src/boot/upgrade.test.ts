import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { isSettled } from '@qingzhou/domain/loans/loan'
import { readFixture, type ReleaseFixture } from '@qingzhou/tools/release-fixture/fixture.ts'
import { restoreFixture } from '@qingzhou/tools/release-fixture/restore-fixture.ts'
import { createClusterDatabase, type ClusterNodes } from '@qingzhou/tools/postgres/test-cluster.ts'
import { execute, withDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { customerNo } from '@qingzhou/platform/ids'
import { bindNewCard } from '#features/cards/testing/cardholder.ts'
import { readLoans } from '@qingzhou/lending/index'
import { patient } from '#features/identity/testing/applicant.ts'
import { findPerson } from '#features/identity/index.ts'
import { signInWith } from '#features/onboarding/testing/visitor.ts'
import { moveDays, newOrderRequestNo, makeCardPayment } from '#features/repayment/testing/payer.ts'
import { verifyBooks } from '#features/end-of-day/checks/verify-books.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { distribute } from '@qingzhou/platform/database/distribution/distribute'
import { migrate } from '@qingzhou/platform/database/migrate'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { resealColumns } from '@qingzhou/platform/database/vault/reseal'
import { createVault } from '@qingzhou/platform/database/vault/vault'
import { createFolderStore } from '@qingzhou/platform/files/object-store'
import { resealFiles } from '@qingzhou/platform/files/reseal-files'

// The database of the previous release, with data of its own use cases, run by the current program.
let fixture: ReleaseFixture
let folder: string
let before: Record<string, number>
let balances: unknown[]
let owner: PoolDatabase
let product: TestProduct
beforeAll(async () => {
  fixture = await readFixture()
  folder = await mkdtemp(join(tmpdir(), 'qingzhou-upgrade-'))
  const nodes = inject('clusterNodes')
  const url = await createEmptyDatabase(nodes)
  await restoreFixture(fixture, { url, dataDirectory: folder })
  owner = createDatabase(url, { max: 2, onIdleError: () => {} })
  before = await rowCounts()
  balances = await books()
  // On a cluster the earlier data is divided, and a later migration finds it on several nodes.
  if (nodes.length > 0) await distribute(url, { shards: 4, say: () => {} })
  await migrateFurther(url)
  product = await startTestProduct({ ...patient, DATABASE_URL: url, DATA_DIR: folder })
}, 120_000)
afterAll(async () => {
  await owner.close()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
})

async function createEmptyDatabase(nodes: ClusterNodes): Promise<string> {
  const name = `upgraded_${randomUUID().replaceAll('-', '')}`
  if (nodes.length > 0) return createClusterDatabase(nodes, name)
  await execute(inject('postgresUrl'), `CREATE DATABASE ${name}`)
  return withDatabase(inject('postgresUrl'), name)
}

const LATER = '9999-later.sql'

/**
 * As a later version would: the current migrations and one more, which adds a column and fills it.
 */
async function migrateFurther(url: string): Promise<void> {
  const migrations = join(folder, 'migrations')
  await cp(
    join(import.meta.dirname, '../../../../packages/platform/src/database/migrations'),
    migrations,
    {
      recursive: true,
    },
  )
  const later = `ALTER TABLE loans ADD COLUMN later_text text; UPDATE loans SET later_text = origin;`
  await writeFile(join(migrations, LATER), later)
  await migrate(url, undefined, {}, migrations)
}

const borrower = () => ({ ...fixture.borrower, customer: customerNo(fixture.borrower.customer) })

async function count(from: string): Promise<number | undefined> {
  const [row] = await owner.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${from}`)
  return row?.rows
}

async function rowCounts(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of fixture.tables) {
    counts[name] = (await count(name)) ?? 0
  }
  return counts
}

const books = () => owner.query('SELECT g::text AS line FROM general_ledger AS g ORDER BY account')

describe('a database of the previous release', () => {
  it('keeps every row and its ledger when migrated', async () => {
    expect(before['customers']).toBeGreaterThan(1)
    expect(before['ledger_postings']).toBeGreaterThan(0)
    const after = await rowCounts()
    const lost = Object.entries(before).filter(([table, rows]) => (after[table] ?? 0) < rows)
    expect(lost).toEqual([])
    expect(await books()).toEqual(balances)
    expect(await verifyBooks(product.services.database)).toEqual([])
  })

  it('accepts the migrations of a later version and keeps its data', async () => {
    const migrated = await owner.query<{ name: string }>(
      'SELECT name FROM migrations ORDER BY name DESC LIMIT 1',
    )
    expect(migrated).toEqual([{ name: LATER }])
    expect(await count('loans WHERE later_text IS DISTINCT FROM origin')).toBe(0)
    expect(await count('loans')).toBeGreaterThan(0)
  })

  it('has sealed values and uploads that open, before and after resealing', async () => {
    const { services, config } = product
    const { customer, idNumber, fileNo } = borrower()
    const person = () => findPerson(services.database, services, customer)
    expect((await person())?.idNumber).toBe(idNumber)
    expect(await services.files.read({ customer, fileNo })).toBeInstanceOf(Buffer)

    const store = createFolderStore(join(config.dataDirectory, 'uploads'))
    const deps = { database: owner, vault: createVault(config.vaultKeys), store }
    expect(await resealColumns(deps)).toMatchObject({ left: 0, failures: [] })
    expect(await resealFiles(deps)).toMatchObject({ left: 0, failures: [] })
    expect((await person())?.idNumber).toBe(idNumber)
    expect(await services.files.read({ customer, fileNo })).toBeInstanceOf(Buffer)
  })

  it('has borrowers who can sign in and repay, and books that stay consistent', async () => {
    const { phone, customer, loanNo } = borrower()
    // The fixture may be of the same day, when codes were already sent to this phone.
    product.advance(24 * 3600)
    const client = product.client()
    await signInWith(product, client, phone)
    expect((await client.api.onboarding.currentUser({})).customerNo).toBe(customer)
    // The sandbox of this test is a different bank, so bind a card with it.
    const card = await bindNewCard(product, { client })
    const payer = { client, phone, customer, loanNo, card }
    // Skip the request numbers that the fixture used.
    for (let used = 0; used < 10; used += 1) newOrderRequestNo()
    await moveDays(product, 2)
    await makeCardPayment(product, payer, { kind: 'earlyFull', loanNo })
    const loans = await readLoans(product.services.database, customer)
    const loan = loans.find((one) => one.loanNo === loanNo)?.loan
    expect(loan && isSettled(loan)).toBe(true)
    expect(await verifyBooks(product.services.database)).toEqual([])
  })
})
