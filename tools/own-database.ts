import { join, resolve } from 'node:path'

import { startPostgres } from './postgres.ts'
import { postmasterOf } from './postgres/postmaster.ts'
import { root } from './root.ts'

/** The server's own database, or the one that comes along; a server that was running keeps running. */
export async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const given = process.env['DATABASE_URL']
  if (given) return work(given)

  const directory = join(resolve(root, process.env['DATA_DIR'] ?? 'data'), 'postgres')
  const wasRunning = postmasterOf(join(directory, 'cluster')) !== undefined
  const server = await startPostgres({ directory, fsync: true, say: console.error })
  try {
    await work(server.url)
  } finally {
    if (!wasRunning) await server.stop()
  }
}
