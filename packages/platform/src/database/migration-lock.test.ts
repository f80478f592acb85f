import { expect, it } from 'vitest'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { migrate } from './migrate.ts'
import { underMigrationLock } from './migration-lock.ts'

it('a start that waits for a migration names the holder of the lock, and fails with an instruction', async () => {
  const url = await createTestDatabase()
  const said: string[] = []
  await underMigrationLock(url, {}, async () => {
    const waiting = migrate(url, undefined, {
      waitSecondsMax: 1,
      onWait: (sentence) => void said.push(sentence),
    })
    await expect(waiting).rejects.toThrow(
      new RegExp(
        `The database is locked by "qingzhou migrating: .* ${process.pid}" since .*start again`,
      ),
    )
  })
  expect(said).toEqual([
    expect.stringMatching(/^Waiting for "qingzhou migrating: .*at most 1 s\.$/),
  ])
  await migrate(url)
})

it('the lock is released after the work, even if it fails', async () => {
  const url = await createTestDatabase()
  const failing = underMigrationLock(url, {}, () => Promise.reject(new Error('seed failed')))
  await expect(failing).rejects.toThrow('seed failed')
  await migrate(url, undefined, { waitSecondsMax: 1 })
})
