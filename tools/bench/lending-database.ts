import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { migrate } from '@qingzhou/server/platform/database/migrate.ts'
import { createDatabase, type PoolDatabase } from '@qingzhou/server/platform/database/pool.ts'
import { startPostgres } from '../postgres.ts'

/** A PostgreSQL of its own that writes through to the disk, as a lender's does. */
export async function withLendingDatabase<Result>(
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'qingzhou-bench-'))
  const server = await startPostgres({ directory, fsync: true })
  try {
    await migrate(server.url)
    return await work(server.url)
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

export function connect(url: string, max: number): PoolDatabase {
  return createDatabase(url, { max, role: 'qingzhou_app', onIdleError: () => {} })
}
