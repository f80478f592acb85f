import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startPostgres } from './postgres.ts'
import { accountFor } from './account.ts'
import type { PostgresServer } from './postgres.ts'

describe('the embedded PostgreSQL', () => {
  let directory: string
  let server: PostgresServer
  let joined: PostgresServer | undefined

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'qingzhou-postgres-'))
    // With fsync, as these tests are about durability.
    server = await startPostgres({ directory, fsync: true })
    await query(server.url, 'CREATE TABLE notes (words text)')
  }, 60_000)

  afterAll(async () => {
    // Stop both at once, as either would restart what the other stopped.
    await Promise.all([server.stop(), joined?.stop()])
    rmSync(directory, { recursive: true })
  })

  it('has its own database, with the same collation on every machine', async () => {
    const rows = await query(
      server.url,
      'SELECT datname, datlocprovider, datlocale FROM pg_database WHERE datname = current_database()',
    )
    expect(rows).toEqual([{ datname: 'qingzhou', datlocprovider: 'b', datlocale: 'C.UTF-8' }])
  })

  it('listens on no network address', async () => {
    expect(await query(server.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }])
  })

  it('keeps its rows across a stop and start', async () => {
    await note('before the restart')
    await server.stop()
    server = await startPostgres({ directory, fsync: true })
    expect(await notes()).toContain('before the restart')
  })

  it('is shared by a second start on the same directory', async () => {
    joined = await startPostgres({ directory, fsync: true })
    expect(joined.pid()).toBe(server.pid())
    expect(joined.url).toBe(server.url)
  })

  it('reports that it waits for another process, fails with a clear message, and starts once that process has ended', async () => {
    await Promise.all([server.stop(), joined?.stop()])
    joined = undefined
    const cluster = join(directory, 'cluster')
    const account = accountFor(cluster)
    // PostgreSQL takes any live process of its account that the lock file names for a server.
    const holder = spawn('sleep', ['60'], { ...account, stdio: 'ignore' })
    const lock = join(cluster, 'postmaster.pid')
    writeFileSync(lock, `${holder.pid}\n${cluster}\n0\n5432\n\n\n\nstarting\n`)
    if (account) chownSync(lock, account.uid, account.gid)
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    const start = startPostgres({ directory, fsync: true, say, lockPatienceMs: 800 })
    await expect(start).rejects.toThrow(`is in use by process ${holder.pid}`)
    expect(said).toEqual([expect.stringContaining(`for process ${holder.pid} to let go`)])

    holder.kill()
    await once(holder, 'exit')
    server = await startPostgres({ directory, fsync: true })
    expect(await notes()).toContain('before the restart')
  })

  it('recovers every committed row after kill -9', { timeout: 30_000 }, async () => {
    await note('before the kill')
    const killed = server.pid()
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => server.pid(), { timeout: 20_000 }).not.toBe(killed)
    expect(await notes()).toContain('before the kill')
  })

  async function note(words: string): Promise<void> {
    await query(server.url, 'INSERT INTO notes VALUES ($1)', [words])
  }

  async function notes(): Promise<unknown[]> {
    const rows = await query(server.url, 'SELECT words FROM notes')
    return rows.map((row) => row['words'])
  }
})

async function query(url: string, text: string, values: unknown[] = []) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, values)
    return rows
  } finally {
    await client.end()
  }
}
