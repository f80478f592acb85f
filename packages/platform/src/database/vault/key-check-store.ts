import { hkdfSync } from 'node:crypto'
import type { Queryable } from '#database/database.ts'
import { runningProcesses } from '#processes/process-store.ts'
import type { VaultKeys } from './vault.ts'
import { sealedColumns } from './sealed-columns.ts'

/**
 * Stores what is derived from new vault keys, and compares the others with those used in this
 * database before. A wrong index key would otherwise find no customer, and take everyone for new.
 * Returns what is wrong.
 */
export async function checkVaultKeys(db: Queryable, keys: VaultKeys): Promise<string[]> {
  const digests = deriveByName(keys)
  await db.query(
    `INSERT INTO vault_key_checks (key_name, key_digest) SELECT * FROM unnest($1::text[], $2::bytea[])
     ON CONFLICT DO NOTHING`,
    [[...digests.keys()], [...digests.values()]],
  )
  return compareVaultKeys(db, keys)
}

/** The same without storing anything. */
export async function compareVaultKeys(db: Queryable, keys: VaultKeys): Promise<string[]> {
  const digests = deriveByName(keys)
  const rows = await db.query<{ key_name: string; key_digest: Buffer }>(
    'SELECT key_name, key_digest FROM vault_key_checks WHERE key_name = ANY ($1) ORDER BY key_name',
    [[...digests.keys()]],
  )
  return rows
    .filter(({ key_name: name, key_digest: digest }) => !digest.equals(digests.get(name) ?? digest))
    .map(({ key_name: name }) => `${name} is not the key that this database was used with`)
}

/** Which of these ids are of keys that this database was used with. */
export async function usedKeyIds(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.query<{ key_name: string }>(
    'SELECT key_name FROM vault_key_checks WHERE key_name = ANY ($1)',
    [ids.map(sealingName)],
  )
  const used = new Set(rows.map((row) => row.key_name))
  return ids.filter((id) => used.has(sealingName(id)))
}

function sealingName(id: string): string {
  return `VAULT_KEYS (${id})`
}

function deriveByName({ index, sealing }: VaultKeys): ReadonlyMap<string, Buffer> {
  return new Map([
    ['VAULT_INDEX_KEY', deriveCheck(index)],
    ...sealing.map(({ id, bytes }) => [sealingName(id), deriveCheck(bytes)] as const),
  ])
}

/** The key cannot be found from it, and it is used for nothing else. */
function deriveCheck(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'key check', 32))
}

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
