import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { VaultKeys } from '#platform/database/vault/vault.ts'

/** Key ids with this prefix are refused in production. */
export const SANDBOX_KEY_PREFIX = 'sandbox'

/** The sandbox's vault keys: created at first boot, readable by their owner only. */
export function sandboxVaultKeys(dataDirectory: string): VaultKeys {
  const folder = join(dataDirectory, 'keys')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    sealing: [
      { id: `${SANDBOX_KEY_PREFIX}-1`, bytes: readOrCreateKey(join(folder, 'vault-1.key')) },
    ],
    index: readOrCreateKey(join(folder, 'index.key')),
  }
}

function readOrCreateKey(path: string): Buffer {
  try {
    // Written only if missing, so that two concurrent first boots use the same key.
    writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return Buffer.from(readFileSync(path, 'utf8'), 'base64')
}

/** The keys that a sandbox left in this folder, in base64. Production refuses them. */
export function readSandboxKeys(dataDirectory: string): string[] {
  const folder = join(dataDirectory, 'keys')
  return KEY_FILES.flatMap((name) => {
    const path = join(folder, name)
    return existsSync(path) ? [readFileSync(path, 'utf8').trim()] : []
  })
}

const KEY_FILES = ['vault-1.key', 'index.key']
