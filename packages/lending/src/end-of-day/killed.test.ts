import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import { startPostgres, type PostgresServer } from '@qingzhou/tools/postgres/postgres.ts'
import { execute, withDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { migrate } from '@qingzhou/platform/database/migrate'
import {
  connectTo,
  digestDatabase,
  endOfDay,
  insertBookedLoans,
  openBooksOn,
} from './testing/books.ts'
import { anyPastLoan } from './testing/random-loans.ts'

/** Number of kills; the environment can ask for a longer run. */
const kills = Number(process.env['PROVE_KILLS'] ?? 4)
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31)

const program = join(import.meta.dirname, '../../../../tools/operate/end-of-day.ts')
const yesterday = localDate('2026-11-15')
const until = addDays(yesterday, 3)
const LOANS = 200
const LOANS_PER_SLICE = '15'

let directory: string
let server: PostgresServer
let wanted: string

// This database server uses fsync, as in production.
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'qingzhou-killed-'))
  server = await startPostgres({ directory, fsync: true })
  await execute(server.url, 'CREATE DATABASE books')
  const url = withDatabase(server.url, 'books')
  await migrate(url)
  const database = connectTo(url)
  await openBooksOn(database, yesterday)
  const past = fc.sample(anyPastLoan(addDays(yesterday, 1)), { numRuns: LOANS, seed })
  await insertBookedLoans(database, past)
  await database.close()
  wanted = await digestAfter('undisturbed', (copy) => endOfDay(copy, until))
})

afterAll(async () => {
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** The digest of a copy of the books after some work on it. */
async function digestAfter(name: string, work: (url: string) => Promise<unknown>): Promise<string> {
  await execute(server.url, `CREATE DATABASE ${name} TEMPLATE books`)
  const url = withDatabase(server.url, name)
  await work(url)
  const database = connectTo(url)
  const digest = await digestDatabase(database)
  await database.close()
  await execute(server.url, `DROP DATABASE ${name} WITH (FORCE)`)
  return digest
}

type Moment = { readonly since: 'its start' | 'its first slice'; readonly afterMs: number }

/**
 * Starts a worker process and kills it, either while it opens the day or while it works on slices.
 */
async function killedWorker(url: string, { since, afterMs }: Moment): Promise<void> {
  const worker = spawn(
    process.execPath,
    [program, '--date', until, '--workers', '2', '--slice', LOANS_PER_SLICE],
    { env: { ...process.env, DATABASE_URL: url }, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const ended = once(worker, 'exit')
  if (since === 'its first slice') await Promise.race([once(worker.stdout, 'data'), ended])
  await Promise.race([sleep(afterMs), ended])
  worker.kill('SIGKILL')
  await ended
}

const anyMoment: fc.Arbitrary<Moment> = fc.oneof(
  fc.record({ since: fc.constant('its start' as const), afterMs: fc.nat({ max: 1_500 }) }),
  fc.record({ since: fc.constant('its first slice' as const), afterMs: fc.nat({ max: 400 }) }),
)

describe('workers killed at random moments', { timeout: 60_000 + kills * 20_000 }, () => {
  it(`[11] yield, when run again, the books of an undisturbed run (seed ${seed})`, async () => {
    const moments = fc.sample(fc.tuple(anyMoment, anyMoment), { numRuns: kills, seed })
    for (const [kill, both] of moments.entries()) {
      const digest = await digestAfter(`killed_${kill}`, async (url) => {
        await Promise.all(both.map((moment) => killedWorker(url, moment)))
        await endOfDay(url, until)
      })
      expect({ kill, both, digest }).toMatchObject({ digest: wanted })
    }
  })

  it('[11] lose nothing if the database server is killed', async () => {
    const digest = await digestAfter('crashed', async (url) => {
      const run = endOfDay(url, until).catch(() => undefined)
      await sleep(150)
      process.kill(server.pid(), 'SIGKILL')
      await run
      await recover(url)
      await endOfDay(url, until)
    })
    expect(digest).toBe(wanted)
  })
})

/** Waits until PostgreSQL has been restarted by its supervisor and has replayed its log. */
async function recover(url: string): Promise<void> {
  for (let attempts = 0; attempts < 200; attempts += 1) {
    try {
      return await execute(url, 'SELECT 1')
    } catch {
      // Not up yet; the loop is bounded.
      await sleep(100)
    }
  }
}
