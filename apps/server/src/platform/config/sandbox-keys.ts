import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { VaultKeys } from '#platform/database/vault.ts'

/** Keys of this kind are refused in production. */
export const SANDBOX_KEY_PREFIX = 'sandbox'

/** The sandbox needs no preparation: its secrets are made at first boot and kept for their owner alone. */
export function sandboxVaultKeys(dataDirectory: string): VaultKeys {
  const folder = join(dataDirectory, 'keys')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    sealing: [{ id: `${SANDBOX_KEY_PREFIX}-1`, bytes: keptKey(join(folder, 'vault-1.key')) }],
    index: keptKey(join(folder, 'index.key')),
  }
}

function keptKey(path: string): Buffer {
  try {
    // Made only where there is none, so that two first boots at once end up with one key.
    writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return Buffer.from(readFileSync(path, 'utf8'), 'base64')
}

/** The keys that a sandbox has left in this folder, in base64: production must not go on with them. */
export function readSandboxKeys(dataDirectory: string): string[] {
  const folder = join(dataDirectory, 'keys')
  return KEY_FILES.flatMap((name) => {
    const path = join(folder, name)
    return existsSync(path) ? [readFileSync(path, 'utf8').trim()] : []
  })
}

const KEY_FILES = ['vault-1.key', 'index.key']
