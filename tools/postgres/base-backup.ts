import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Client } from 'pg'
import { accountFor } from './account.ts'

/** A copy of a running database, as `pg_basebackup` takes it. `cluster` is the folder of its files. */
export async function takeBaseBackup({ url, cluster, to }: BaseBackup): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('base', true)`)
    mkdirSync(to, { recursive: true })
    cpSync(cluster, to, {
      recursive: true,
      filter: (path) => isInBackup(relative(cluster, path)),
    })
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    )
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  mkdirSync(join(to, 'pg_wal/archive_status'), { recursive: true })
  chmodSync(to, 0o700)
}

type BaseBackup = { readonly url: string; readonly cluster: string; readonly to: string }

function isInBackup(path: string): boolean {
  return path !== 'postmaster.pid' && !path.startsWith('pg_wal/')
}

/** PostgreSQL runs under an account of its own when it is started by root. */
export function giveToPostgres(path: string, cluster: string): void {
  const account = accountFor(cluster)
  if (!account) return
  const inside = readdirSync(path, { recursive: true, encoding: 'utf8' })
  for (const one of ['', ...inside]) chownSync(join(path, one), account.uid, account.gid)
}
