import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPostgres, type PostgresServer } from '@qingzhou/tools/postgres/postgres.ts'
import { execute } from '@qingzhou/tools/postgres/test-database.ts'
import { migrate } from '#database/migrate.ts'
import { createDatabase } from '#database/pool.ts'

let folder: string
let servers: [PostgresServer, PostgresServer]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qingzhou-hosts-'))
  const start = (name: string) => startPostgres({ directory: join(folder, name), fsync: false })
  servers = [await start('one'), await start('two')]
  for (const { url } of servers) await execute(url, 'CREATE TABLE hosts (said text)')
}, 120_000)
afterAll(async () => {
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const hostOf = ({ url }: PostgresServer) => new URL(url).searchParams.get('host') ?? ''
const urlOf = (hosts: readonly string[], parameters = '') =>
  `postgresql:///qingzhou?user=qingzhou&host=${hosts.join(',')}${parameters}`

async function makeReadOnly({ url }: PostgresServer, isReadOnly: 'on' | 'off'): Promise<void> {
  await execute(url, `ALTER SYSTEM SET default_transaction_read_only = ${isReadOnly}`)
  await execute(url, `SELECT pg_reload_conf()`)
  await execute(url, `SELECT pg_sleep(0.3)`)
}

const whereSaid = async (said: string) => {
  const counts = servers.map(async ({ url }) => {
    const database = createDatabase(url, { max: 1, onIdleError: () => {} })
    const rows = await database.query('SELECT 1 FROM hosts WHERE said = $1', [said])
    await database.close()
    return rows.length
  })
  return Promise.all(counts)
}

it('the first writable host is used, and after a failover the other one', async () => {
  const [one, two] = servers
  const url = urlOf(
    ['/nothing-is-here', hostOf(one), hostOf(two)],
    '&target_session_attrs=read-write',
  )
  await makeReadOnly(one, 'on')
  const database = createDatabase(url, { max: 3, onIdleError: () => {} })
  const say = (said: string) => database.query('INSERT INTO hosts VALUES ($1)', [said])
  await Promise.all(['a', 'a', 'a', 'a'].map(say))
  expect(await whereSaid('a')).toEqual([0, 4])

  await makeReadOnly(one, 'off')
  await makeReadOnly(two, 'on')
  // Running statements on the old primary fail as database unavailable. Then the new primary is
  // found.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await Promise.allSettled([say('tried'), say('tried')])
  }
  await Promise.all(['b', 'b', 'b'].map(say))
  expect(await whereSaid('b')).toEqual([3, 0])
  await database.close()

  await migrate(url)
  const migrated = createDatabase(one.url, { max: 1, onIdleError: () => {} })
  expect(await migrated.query('SELECT 1 FROM migrations LIMIT 1')).toHaveLength(1)
  await migrated.close()
})

it('the database is unavailable when no host is writable', async () => {
  const [one, two] = servers
  await makeReadOnly(one, 'on')
  await makeReadOnly(two, 'on')
  const database = createDatabase(urlOf([hostOf(one), hostOf(two)]), {
    max: 1,
    onIdleError: () => {},
  })
  await expect(database.query('SELECT 1')).rejects.toThrow('the database is away')
  await database.close()
})
