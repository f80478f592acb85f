import { spawnSync } from 'node:child_process'
import type { VaultKeys } from '#database/vault/vault.ts'
import { mayComeFromFile, type Settings } from './settings.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Key ids with this prefix are refused in production. */
const SANDBOX_KEY_PREFIX = 'sandbox'

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
function readSandboxKeys(dataDirectory: string): string[] {
  const folder = join(dataDirectory, 'keys')
  return KEY_FILES.flatMap((name) => {
    const path = join(folder, name)
    return existsSync(path) ? [readFileSync(path, 'utf8').trim()] : []
  })
}

const KEY_FILES = ['vault-1.key', 'index.key']

/** The keys of personal data in production. What is wrong is named; keys are never printed. */
export function vaultKeysOf(settings: Settings, dataDirectory: string): VaultKeys {
  const ofSandbox = new Set(readSandboxKeys(dataDirectory))
  const unwrap = unwrapperOf(settings)
  const keyOf = (name: string, given: string): Buffer => {
    const key = unwrap(name, given)
    if (ofSandbox.has(key)) settings.complain(`${name} is a key of the sandbox`)
    return settings.keyBytes(name, key)
  }
  const text = settings.required(
    'VAULT_KEYS',
    'the keys of personal data: id:key pairs, oldest first, keys of 32 bytes in base64',
  )
  const sealing = text
    .split(',')
    .filter(Boolean)
    .map((pair) => {
      // A wrapped key may have colons.
      const [, id = '', key = ''] = /^([^:]*):?(.*)$/s.exec(pair.trim()) ?? []
      if (!/^[\w-]{1,40}$/.test(id)) {
        // Id and key may have been swapped, so the id is not printed.
        settings.complain('VAULT_KEYS has a key without a proper id')
        return { id, bytes: Buffer.alloc(0) }
      }
      if (id.startsWith(SANDBOX_KEY_PREFIX))
        settings.complain(`VAULT_KEYS has a sandbox key (${id})`)
      return { id, bytes: keyOf(`VAULT_KEYS (${id})`, key) }
    })
  const ids = sealing.map(({ id }) => id)
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  for (const id of new Set(twice)) settings.complain(`VAULT_KEYS has the id ${id} twice`)
  const index = settings.required(
    'VAULT_INDEX_KEY',
    'the key of the blind index, 32 bytes in base64',
  )
  return { sealing, index: keyOf('VAULT_INDEX_KEY', index) }
}

/** Returns the plain key, or an empty text after a complaint. */
type Unwrap = (name: string, given: string) => string

function unwrapperOf(settings: Settings): Unwrap {
  const choice = settings.oneOf('KEYS_WRAPPED_BY', ['none', 'command'], 'none')
  if (choice === 'none') return (_, given) => given
  const command = settings.required(
    'UNWRAP_COMMAND',
    'the program that reads a wrapped key from its input and prints the plain one',
  )
  const [program, ...words] = command.split(/\s+/).filter(Boolean)
  if (program === undefined) return () => ''
  return (name, given) => {
    if (!given) return ''
    const outcome = unwrapWith(program, words, given)
    if ('key' in outcome) return outcome.key
    settings.complain(`${name} cannot be unwrapped: UNWRAP_COMMAND (${program}) ${outcome.problem}`)
    return ''
  }
}

const UNWRAP_TIMEOUT_MS = 10_000
const KEY_OUTPUT_BYTES_MAX = 64 * 1024

function unwrapWith(
  program: string,
  words: readonly string[],
  wrapped: string,
): { readonly key: string } | { readonly problem: string } {
  const { error, status, signal, stdout } = spawnSync(program, words, {
    input: wrapped,
    // What it writes besides the key may hold the key, so it is read and not shown.
    stdio: 'pipe',
    env: environmentOfCommand(),
    encoding: 'utf8',
    timeout: UNWRAP_TIMEOUT_MS,
    maxBuffer: KEY_OUTPUT_BYTES_MAX,
  })
  const code = error && 'code' in error ? String(error.code) : ''
  if (code === 'ETIMEDOUT') return { problem: `gave no key in ${UNWRAP_TIMEOUT_MS / 1_000} s` }
  // A program that does not read its input closes it, which says nothing about its answer.
  if (error && code !== 'EPIPE') return { problem: `did not run (${code || error.name})` }
  if (signal) return { problem: `was ended by ${signal}` }
  if (status !== 0) return { problem: `ended with status ${status}` }
  const key = stdout.trim()
  return key ? { key } : { problem: 'printed no key' }
}

/** That of this process without our secrets: the command needs its own, such as a token. */
function environmentOfCommand(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !mayComeFromFile(name)))
}
