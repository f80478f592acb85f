import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createFolderStore } from '@qingzhou/platform/files/object-store'
import { handlersOf } from '@qingzhou/server/http/handlers.ts'
import {
  newBorrower,
  type Borrower,
  createWorld,
  type World,
} from '@qingzhou/qa/simulator/world.ts'
import { createChance } from '@qingzhou/qa/simulator/chance.ts'
import { bookViolations, screenDifferences } from '@qingzhou/qa/simulator/checks.ts'
import { actAsBorrower } from '@qingzhou/qa/simulator/live.ts'
import { verifyLogs } from '@qingzhou/platform/staff-log/index'
import { startTestProduct } from '@qingzhou/server/testing/product.ts'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { MANIFEST, rowsFile } from './manifest.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'
import {
  createServerLogin,
  createTestDatabase,
  execute,
  withDatabase,
} from '../postgres/test-database.ts'

let folder: string
let world: World
const people: Borrower[] = []
const wasUploaded = Buffer.from('sealed bytes')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qingzhou-backup-'))
  world = await createWorld(createChance(7))
  for (let count = 0; count < 6; count += 1) people.push(await newBorrower(world))
  await daysPass(20)
  await createFolderStore(uploadsOf(world)).put('abcdefgh', wasUploaded)
}, 120_000)
afterAll(async () => {
  await world.stop()
  await rm(folder, { recursive: true })
})

function uploadsOf({ config }: { readonly config: { readonly dataDirectory: string } }): string {
  return join(config.dataDirectory, 'uploads')
}

async function daysPass(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await world.pass(12)
    for (const person of people) await actAsBorrower(world, person)
    await world.pass(12)
  }
}

async function emptyDatabase(): Promise<string> {
  const name = `restored_${people.length}_${process.hrtime.bigint()}`
  await execute(inject('postgresUrl'), `CREATE DATABASE ${name}`)
  return withDatabase(inject('postgresUrl'), name)
}

/** Restarting the test product adds a permit of the test clock, so that table is excluded. */
const goesOn = ({ name }: { name: string }) => !name.startsWith('business_date_permits')

describe('a backup', () => {
  it(
    'taken during operation is complete: after the restore all rules hold and all screens agree',
    { timeout: 120_000 },
    async () => {
      const to = join(folder, 'under-load')
      const url = world.config.databaseUrl
      const [manifest] = await Promise.all([
        takeBackup({ url, uploads: uploadsOf(world), to }),
        daysPass(8),
      ])
      expect(manifest.tables.find(({ name }) => name === 'loans')?.rows).toBeGreaterThan(0)

      const data = join(folder, 'restored')
      await cp(join(world.config.dataDirectory, 'keys'), join(data, 'keys'), { recursive: true })
      const restored = await emptyDatabase()
      await restoreBackup({ url: restored, uploads: join(data, 'uploads'), from: to })
      const product = await startTestProduct({ DATABASE_URL: restored, DATA_DIR: data })
      try {
        const { services } = product
        const again = { ...world, services, calls: handlersOf(services) }
        expect(await bookViolations(again)).toEqual([])
        const wrong = await Promise.all(people.map((person) => screenDifferences(again, person)))
        expect(wrong.flat()).toEqual([])
        const logs = await verifyLogs(services.database)
        expect(logs.map(({ firstBroken }) => firstBroken)).toEqual(logs.map(() => undefined))
        expect(await createFolderStore(uploadsOf(product)).get('abcdefgh')).toEqual(wasUploaded)
        // Sequences continue after the restored numbers.
        const numbers = await services.database.query<{ name: string; value: bigint | null }>(
          `SELECT sequencename AS name, last_value AS value FROM pg_sequences ORDER BY 1`,
        )
        const used = manifest.sequences.filter((one) => one.isUsed && goesOn(one))
        expect(numbers.filter((one) => one.value !== null && goesOn(one))).toEqual(
          used.map(({ name, value }) => ({ name, value: BigInt(value) })),
        )
      } finally {
        await product.stop()
      }
    },
  )

  it('a backup with a changed byte in any file is refused by its name, and nothing is restored', async () => {
    const to = join(folder, 'damaged')
    const url = world.config.databaseUrl
    await takeBackup({ url, uploads: uploadsOf(world), to })
    const names = ['uploads/ab/abcdefgh', rowsFile('loans'), MANIFEST, 'SHA256SUMS']
    for (const path of names.map((name) => join(to, name))) {
      const bytes = await readFile(path)
      for (const at of [4, bytes.length >> 1, bytes.length - 1]) {
        await writeFile(path, bytes.with(at, (bytes[at] ?? 0) ^ 1))
        await expect(checkBackup(to), `${path} ${at}`).rejects.toThrow(to)
      }
      await writeFile(path, bytes.subarray(0, -9))
      await expect(checkBackup(to)).rejects.toThrow(to)
      await writeFile(path, bytes)
    }
    await rename(join(to, 'uploads/ab/abcdefgh'), join(to, 'uploads/ab/other'))
    await expect(checkBackup(to)).rejects.toThrow('uploads/ab/abcdefgh is missing')
    await writeFile(join(to, 'uploads/ab/abcdefgh'), wasUploaded)
    await expect(checkBackup(to)).rejects.toThrow('uploads/ab/other is not part of the backup')
    const restoring = { url: await emptyDatabase(), uploads: join(folder, 'none'), from: to }
    await expect(restoreBackup(restoring)).rejects.toThrow('uploads/ab/other')
    await rm(join(to, 'uploads/ab/other'))

    // As the servers log in.
    const login = await createServerLogin(restoring.url)
    await rename(to, `${to}-away`)
    await expect(restoreBackup({ ...restoring, url: login })).rejects.toThrow(
      /The login login_\w+ may not create the tables: restore with the login that npm run migrate/,
    )
    await rename(`${to}-away`, to)
    expect((await restoreBackup(restoring)).uploads).toBe(1)

    // Refused before the database is asked.
    const again = takeBackup({ url: 'postgresql://127.0.0.1:1/none', uploads: '', to })
    await expect(again).rejects.toThrow(`${to} is not empty`)
    expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([])
  })

  it('is restored only into an empty database', async () => {
    const from = join(folder, 'complete')
    const uploads = join(folder, 'nothing-there')
    await takeBackup({ url: world.config.databaseUrl, uploads, to: from })
    const url = await createTestDatabase()
    await expect(restoreBackup({ url, uploads, from })).rejects.toThrow('empty one')
  })
})
