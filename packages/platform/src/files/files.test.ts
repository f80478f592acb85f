import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { customerNo } from '#ids.ts'
import { createDatabase, type PoolDatabase } from '#database/pool.ts'
import { createVault } from '#database/vault/vault.ts'
import { createFiles } from './files.ts'
import { createFolderStore } from './object-store.ts'

const owner = customerNo('C-owner')
const stranger = customerNo('C-stranger')
const about = { customer: owner, kind: 'id-card-front' } as const
const bytes = Buffer.from('planted: a face')
const vault = createVault({
  sealing: [{ id: 'test', bytes: Buffer.alloc(32, 1) }],
  index: Buffer.alloc(32, 2),
})

let database: PoolDatabase
let folder: string
let hours = 0
beforeAll(async () => {
  database = createDatabase(await createTestDatabase(), { max: 2, onIdleError: () => {} })
  folder = await mkdtemp(join(tmpdir(), 'qingzhou-files-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const filesOf = () =>
  createFiles({
    database,
    vault,
    store: createFolderStore(folder),
    now: () => new Date(Date.UTC(2026, 10, 15, hours)),
  })

async function putAndKeep(): Promise<string> {
  const files = filesOf()
  const fileNo = await files.put(bytes, about)
  await database.inTransaction((tx) => files.hold(tx, { customer: owner, fileNo }))
  return fileNo
}

const pathOf = (fileNo: string) => join(folder, fileNo.slice(0, 2), fileNo)

describe('a file', () => {
  it('is readable by its owner only', async () => {
    const fileNo = await putAndKeep()
    expect(await filesOf().read({ customer: owner, fileNo })).toEqual(bytes)
    expect(await filesOf().read({ customer: stranger, fileNo })).toBeUndefined()
    expect(await filesOf().read({ customer: owner, fileNo: '../../etc/passwd' })).toBeUndefined()
  })

  it('is stored encrypted, under a generated name, readable by the server only', async () => {
    const fileNo = await putAndKeep()
    expect((await readFile(pathOf(fileNo))).includes('planted')).toBe(false)
    expect((await stat(pathOf(fileNo))).mode & 0o077).toBe(0)
    expect((await readdir(join(folder, fileNo.slice(0, 2)))).join()).toMatch(/^[\da-f,]+$/)
  })

  it('a file that was replaced by another one is not returned', async () => {
    const [one, other] = [await putAndKeep(), await putAndKeep()]
    await writeFile(pathOf(one), await readFile(pathOf(other)))
    await expect(filesOf().read({ customer: owner, fileNo: one })).rejects.toThrow('as it was put')
  })

  it('a file without a reference is deleted after an hour, others stay', async () => {
    const stored = await putAndKeep()
    const loose = await filesOf().put(bytes, about)
    const released = await putAndKeep()
    await database.inTransaction((tx) =>
      filesOf().release(tx, { customer: owner, fileNo: released }),
    )
    expect(await filesOf().sweep()).toBe(0)
    hours += 2
    expect(await filesOf().sweep()).toBe(2)
    const read = (fileNo: string) => filesOf().read({ customer: owner, fileNo })
    expect(await Promise.all([stored, loose, released].map(read))).toEqual([
      bytes,
      undefined,
      undefined,
    ])
    await expect(stat(pathOf(loose))).rejects.toThrow('ENOENT')
  })

  it('can be retained only while it exists', async () => {
    const absent = { customer: owner, fileNo: 'ffffffffffffffff' }
    const holding = database.inTransaction((tx) => filesOf().hold(tx, absent))
    await expect(holding).rejects.toThrow('before it is swept away')
  })
})
