import type { Queryable } from '#database/database.ts'
import { runningProcesses } from '#processes/process-store.ts'
import { sealedColumns } from './sealed-columns.ts'
import { compareVaultKeys } from './key-check-store.ts'
import type { VaultKeys } from './vault.ts'

/** Why sealed values must not be sealed again now. Empty if nothing is in the way. */
export async function resealObstacles(db: Queryable, keys: VaultKeys): Promise<string[]> {
  const tables = [...Object.keys(sealedColumns), 'files']
  const [row] = await db.query<{ login: string; owned: number }>(
    `SELECT current_user::text AS login,
            count(*) FILTER (WHERE pg_has_role(relowner, 'USAGE'))::int AS owned
       FROM pg_class WHERE oid = ANY ($1::regclass[])`,
    [tables],
  )
  if (row?.owned !== tables.length) {
    return [
      `the login ${row?.login} does not own the tables: use the login that npm run migrate is run with`,
    ]
  }
  const wrong = await compareVaultKeys(db, keys)
  return wrong.length > 0 ? wrong : processesWithoutKey(db, keys)
}

/** Keys that running processes seal with and that are not among these. */
export async function keysOfOthers(db: Queryable, { sealing }: VaultKeys): Promise<string[]> {
  const own = new Set(sealing.map(({ id }) => id))
  const sealingIds = (await runningProcesses(db)).map(({ vaultKeyIds }) => vaultKeyIds.at(-1) ?? '')
  return [...new Set(sealingIds)]
    .filter((id) => !own.has(id))
    .map((id) => `VAULT_KEYS lacks the key "${id}", which running servers seal with`)
}

/** Running processes that could not open what is sealed with the newest of these keys. */
export async function processesWithoutKey(
  db: Queryable,
  { sealing }: VaultKeys,
): Promise<string[]> {
  const newest = sealing.at(-1)?.id ?? ''
  const lacking = (await runningProcesses(db)).filter(
    ({ vaultKeyIds }) => !vaultKeyIds.includes(newest),
  )
  return lacking.map(
    ({ host, pid }) =>
      `the process ${pid} on ${host} does not hold the vault key "${newest}": ` +
      'put it into its VAULT_KEYS and restart it',
  )
}
