import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSubmittedApplicant } from '#features/credit/testing/applying.ts'
import { findPerson } from '#features/identity/index.ts'
import { patient } from '#features/identity/testing/applicant.ts'
import {
  submitPhoto,
  newEvidenceBorrower,
  type EvidenceBorrower,
} from '#features/evidence/testing/evidence-borrower.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { resealColumns } from '@qingzhou/platform/database/vault/reseal'
import { sealedColumns } from '@qingzhou/platform/database/vault/sealed-columns'
import { createVault, type Vault, type VaultKeys } from '@qingzhou/platform/database/vault/vault'
import { createFiles } from '@qingzhou/platform/files/files'
import { createFolderStore, type ObjectStore } from '@qingzhou/platform/files/object-store'
import { resealFiles } from '@qingzhou/platform/files/reseal-files'

// A product of the previous release: with binding off it seals in that form.
let product: TestProduct
let borrower: EvidenceBorrower
let fileNo: string
let owner: PoolDatabase
let store: ObjectStore
beforeAll(async () => {
  product = await startTestProduct({ ...patient, VAULT_BINDING: 'off' })
  borrower = await newEvidenceBorrower(product)
  fileNo = (await submitPhoto(borrower)).fileNo
  await newSubmittedApplicant(product)
  for (const seconds of [0, 10, 10]) {
    product.advance(seconds)
    await product.runTasks()
  }
  owner = createDatabase(product.config.databaseUrl, { max: 4, onIdleError: () => {} })
  await owner.query(
    `INSERT INTO evidence_events (customer_no, evidence_no, event_no, act, round, done_by, done_at, reason_sealed)
     VALUES ($1, $2, 99, 'refused', 1, '', now(), $3)`,
    [borrower.customer, borrower.evidenceNo, product.services.vault.seal('unreadable', somewhere)],
  )
  store = createFolderStore(join(product.config.dataDirectory, 'uploads'))
}, 120_000)
afterAll(async () => {
  await owner.close()
  await product.stop()
})

const somewhere = { table: 'evidence_events', column: 'reason_sealed', owner: [] } as const
const NEXT = { id: 'next', bytes: Buffer.alloc(32, 7) }

function keysWith(changes: Partial<VaultKeys>): VaultKeys {
  return { ...product.config.vaultKeys, binding: 'preferred', ...changes }
}

/** The distinct headers of all sealed columns and files. */
async function headers(): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const [table, { columns }] of Object.entries(sealedColumns)) {
    for (const column of columns) {
      const rows = await owner.query<{ sealed: Buffer }>(
        `SELECT ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL`,
      )
      for (const { sealed } of rows) found.add(headerOf(sealed))
    }
  }
  const files = await owner.query<{ file_no: string }>('SELECT file_no FROM files')
  for (const { file_no } of files) {
    found.add(headerOf((await store.get(file_no)) ?? Buffer.alloc(2)))
  }
  return found
}

function headerOf(sealed: Buffer): string {
  const from = sealed[0] === 0xff ? 1 : 0
  return sealed.subarray(0, from + 1 + (sealed[from] ?? 0)).toString('latin1')
}

async function reseal(vault: Vault) {
  const deps = { database: owner, vault, store }
  return { columns: await resealColumns(deps), files: await resealFiles(deps) }
}

describe('resealing', () => {
  it('leaves everything readable when stopped in the middle, and completes when run again', async () => {
    const vault = createVault(keysWith({}))
    expect(await headers()).toEqual(new Set(['\tsandbox-1']))
    const tables: string[] = []
    const stopped = resealColumns({
      database: owner,
      vault,
      onProgress: ({ table }) => {
        tables.push(table)
        if (tables.length === 3) throw new Error('killed')
      },
    })
    await expect(stopped).rejects.toThrow('killed')
    expect(await findPerson(owner, { vault }, borrower.customer)).toBeDefined()
    expect((await headers()).size).toBe(2)

    const { columns, files } = await reseal(vault)
    expect([columns.failures, columns.left, files.failures, files.left]).toEqual([[], 0, [], 0])
    expect(files.rows).toBeGreaterThan(0)
    expect(await headers()).toEqual(new Set(['\u00ff\tsandbox-1']))
    expect(await reseal(vault)).toMatchObject({ columns: { rows: 0 }, files: { rows: 0 } })
  })

  it('resealing under a new key allows the old key to be removed', async () => {
    const { sealing } = product.config.vaultKeys
    await reseal(createVault(keysWith({ sealing: [...sealing, NEXT] })))
    const vault = createVault(keysWith({ sealing: [NEXT], binding: 'required' }))
    expect(await headers()).toEqual(new Set(['\u00ff\u0004next']))
    const person = await findPerson(owner, { vault }, borrower.customer)
    expect(person?.idNumber).toMatch(/^\d{17}[\dX]$/)
    const files = createFiles({ database: owner, store, vault, now: () => new Date() })
    expect(await files.read({ customer: borrower.customer, fileNo })).toBeInstanceOf(Buffer)
  })

  it('names the table whose values no key opens, and leaves them unchanged', async () => {
    const stranger = createVault(keysWith({ sealing: [{ id: 'other', bytes: Buffer.alloc(32) }] }))
    const before = await headers()
    const { columns } = await reseal(stranger)
    expect(columns.rows).toBe(0)
    expect(columns.left).toBeGreaterThan(0)
    expect(columns.failures.join('\n')).toMatch(/customers: sealed with the vault key "next"/)
    expect(await headers()).toEqual(before)
  })
})

it('a value copied to another row by direct SQL does not open', async () => {
  const vault = createVault(keysWith({ sealing: [NEXT] }))
  const other = await newSubmittedApplicant(product)
  const [copied] = await owner.query<{ number_sealed: Buffer }>(
    'SELECT number_sealed FROM id_cards WHERE customer_no = $1',
    [other.customer],
  )
  await owner.query('UPDATE id_cards SET number_sealed = $2 WHERE customer_no = $1', [
    borrower.customer,
    copied?.number_sealed,
  ])
  await expect(findPerson(owner, { vault }, borrower.customer)).rejects.toThrow()
})

it('append-only rows stay unchangeable except for resealing', async () => {
  const change = `UPDATE evidence_events SET done_by = 'another', reason_sealed = reason_sealed`
  await expect(owner.query(change)).rejects.toThrow('append-only')
  const empty = `UPDATE evidence_events SET reason_sealed = NULL WHERE reason_sealed IS NOT NULL`
  await expect(owner.query(empty)).rejects.toThrow('append-only')
  const asServer = product.services.database.query(
    'UPDATE evidence_events SET reason_sealed = NULL',
  )
  await expect(asServer).rejects.toThrow('permission denied')
})
