import type { VaultKeys } from '#platform/database/vault/vault.ts'
import { readSandboxKeys, SANDBOX_KEY_PREFIX } from './sandbox-keys.ts'
import type { Settings } from './settings.ts'

/** The keys of personal data in production. What is wrong is named; keys are never printed. */
export function vaultKeysOf(settings: Settings, dataDirectory: string): VaultKeys {
  const ofSandbox = new Set(readSandboxKeys(dataDirectory))
  const text = settings.required(
    'VAULT_KEYS',
    'the keys of personal data: id:key pairs, oldest first, keys of 32 bytes in base64',
  )
  const sealing = text
    .split(',')
    .filter(Boolean)
    .map((pair) => {
      const [id = '', key = ''] = pair.trim().split(':')
      if (!/^[\w-]{1,40}$/.test(id)) {
        // Id and key may have been swapped, so the id is not printed.
        settings.complain('VAULT_KEYS has a key without a proper id')
        return { id, bytes: Buffer.alloc(0) }
      }
      if (id.startsWith(SANDBOX_KEY_PREFIX))
        settings.complain(`VAULT_KEYS has a sandbox key (${id})`)
      if (ofSandbox.has(key)) settings.complain(`VAULT_KEYS (${id}) is a key of the sandbox`)
      return { id, bytes: settings.keyBytes(`VAULT_KEYS (${id})`, key) }
    })
  const ids = sealing.map(({ id }) => id)
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  for (const id of new Set(twice)) settings.complain(`VAULT_KEYS has the id ${id} twice`)
  const index = settings.required(
    'VAULT_INDEX_KEY',
    'the key of the blind index, 32 bytes in base64',
  )
  if (ofSandbox.has(index)) settings.complain('VAULT_INDEX_KEY is a key of the sandbox')
  return { sealing, index: settings.keyBytes('VAULT_INDEX_KEY', index) }
}
