import { hkdfSync } from 'node:crypto'
import type { Queryable } from '#platform/database/database.ts'
import type { VaultKeys } from './vault.ts'

/**
 * Compares the configured vault keys with those used in this database before, and stores new ones. A
 * wrong index key would otherwise find no customer, and take everyone for new. Returns what is wrong.
 */
export async function checkVaultKeys(db: Queryable, keys: VaultKeys): Promise<string[]> {
  const given = new Map([
    ['VAULT_INDEX_KEY', derivedFrom(keys.index)],
    ...keys.sealing.map(({ id, bytes }) => [`VAULT_KEYS (${id})`, derivedFrom(bytes)] as const),
  ])
  await db.query(
    `INSERT INTO vault_key_checks (key_name, derived) SELECT * FROM unnest($1::text[], $2::bytea[])
     ON CONFLICT DO NOTHING`,
    [[...given.keys()], [...given.values()]],
  )
  const rows = await db.query<{ key_name: string; derived: Buffer }>(
    'SELECT key_name, derived FROM vault_key_checks WHERE key_name = ANY ($1) ORDER BY key_name',
    [[...given.keys()]],
  )
  return rows
    .filter(({ key_name: name, derived }) => !derived.equals(given.get(name) ?? derived))
    .map(({ key_name: name }) => `${name} is not the key that this database was used with`)
}

/** The key cannot be found from it, and it is used for nothing else. */
function derivedFrom(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'key check', 32))
}
