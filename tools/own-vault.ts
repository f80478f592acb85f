import { resolve } from 'node:path'

import { readConfig } from '@qingzhou/server/platform/config/config.ts'
import {
  createVault,
  type Vault,
  type VaultKeys,
} from '@qingzhou/server/platform/database/vault.ts'
import { root } from './root.ts'

/** The settings have to name the sandbox, though nobody is asked here. */
const nobodyOutside = { SANDBOX_URL: 'http://127.0.0.1', SANDBOX_SECRET: 'not needed' }

/** The vault of the product whose database this is. */
export function vaultOf(databaseUrl: string): Vault {
  return createVault(vaultKeysOf(databaseUrl))
}

export function vaultKeysOf(databaseUrl: string): VaultKeys {
  const { vaultKeys } = readConfig({
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: resolve(root, process.env['DATA_DIR'] ?? 'data'),
    ...(process.env['MODE'] === 'production' ? {} : nobodyOutside),
  })
  return vaultKeys
}
