import { availableParallelism } from 'node:os'
import type { PublicKey } from '@qingzhou/contract/sealing/cipher'
import type { Database } from '@qingzhou/platform/database/database'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import {
  recordSeenBodiesStart,
  insertBodyKey,
  readBodyKeys,
  type BodyKey,
} from './body-key-store.ts'
import { generateRsaKey } from './rsa-key.ts'
import { newToken } from '@qingzhou/platform/ids'

type Deps = { readonly database: Database; readonly vault: Vault; readonly now: () => Date }

/** The keys that decrypt sealed bodies, shared by all servers through the database. */
export type BodyKeys = {
  newest(): Promise<PublicKey>
  /**
   * Decrypts one block, with the published key if no key id is given. Undefined when it cannot be
   * decrypted.
   */
  open(keyId: string | undefined, block: Uint8Array<ArrayBuffer>): Promise<Buffer | undefined>
  /** The id of the key that `open` uses for this key id. Undefined when that key is retired. */
  idOf(keyId: string | undefined): Promise<string | undefined>
}

/** The longest time until a server notices another server's rotation. */
const REFRESH_EVERY_MS = 30_000
/** A new key is published to browsers only after every server has loaded it. */
const PUBLISHED_AFTER_MS = 2 * REFRESH_EVERY_MS
/**
 * An unknown key id triggers a reload, at most this often, so that callers cannot force constant
 * reloads.
 */
const REFRESH_AT_MOST_EVERY_MS = 2_000

export function createBodyKeys(deps: Deps): BodyKeys {
  let ring: Promise<OpenedKey[]> | undefined
  let readAt = 0

  const read = (maxAgeMs: number): Promise<OpenedKey[]> => {
    if (ring && Date.now() - readAt <= maxAgeMs) return ring
    const earlier = ring
    readAt = Date.now()
    ring = readRing(deps).catch((error: unknown) => {
      // Keep the loaded keys while the database is unavailable.
      if (earlier) return earlier
      ring = undefined
      throw error
    })
    return ring
  }

  const find = async (keyId: string | undefined): Promise<OpenedKey | undefined> => {
    const now = deps.now()
    const keys = (await read(REFRESH_EVERY_MS)).filter((key) => isInUse(key, now))
    if (keyId === undefined) return publishedKey(keys, now)
    const named = (key: OpenedKey) => key.publicKey.keyId === keyId && isInUse(key, now)
    return keys.find(named) ?? (await read(REFRESH_AT_MOST_EVERY_MS)).find(named)
  }

  return {
    async newest() {
      const key = publishedKey(await read(REFRESH_EVERY_MS), deps.now())
      if (!key) throw new Error('no body key found: the server has not booted')
      return key.publicKey
    },
    async open(keyId, block) {
      return (await find(keyId))?.open(block)
    },
    async idOf(keyId) {
      return (await find(keyId))?.publicKey.keyId
    },
  }
}

/** Keys are reloaded periodically, so one may be retired before the next reload. */
function isInUse({ retiredAt }: OpenedKey, now: Date): boolean {
  return retiredAt === undefined || retiredAt > now
}

/** The newest key that all servers have loaded; in a new database the only key. */
function publishedKey(keys: readonly OpenedKey[], now: Date): OpenedKey | undefined {
  const knownSince = now.getTime() - PUBLISHED_AFTER_MS
  return keys.find(({ createdAt }) => createdAt.getTime() <= knownSince) ?? keys.at(-1)
}

/** Creates the first key of a new database. Called while the migration lock is held. */
export async function ensureBodyKey(deps: Deps): Promise<void> {
  const keys = await readBodyKeys(deps.database, { vault: deps.vault, now: deps.now() })
  if (keys.length > 0) return
  await rotateBodyKeys(deps)
  // No body was sealed for this database before, so no seen body is missing from the table.
  await recordSeenBodiesStart(deps.database, new Date(0))
}

const OLD_KEYS_OPEN_FOR_MS = 24 * 60 * 60_000

/** Creates a new key. Bodies under the older keys are accepted for another day. */
export async function rotateBodyKeys({ database, vault, now }: Deps): Promise<string> {
  const keyId = newToken(9)
  const createdAt = now()
  await insertBodyKey(database, {
    bodyKey: { keyId, createdAt, ...(await generateRsaKey()) },
    vault,
    othersRetireAt: new Date(createdAt.getTime() + OLD_KEYS_OPEN_FOR_MS),
  })
  return keyId
}

type OpenedKey = {
  readonly publicKey: PublicKey
  readonly createdAt: Date
  readonly retiredAt: Date | undefined
  open(block: Uint8Array<ArrayBuffer>): Promise<Buffer | undefined>
}

async function readRing({ database, vault, now }: Deps): Promise<OpenedKey[]> {
  const keys = await readBodyKeys(database, { vault, now: now() })
  return Promise.all(keys.map(importKeyPair))
}

const OAEP = { name: 'RSA-OAEP', hash: 'SHA-256' } as const

/**
 * WebCrypto uses one imported key in one thread at a time, so the key is imported once per core and
 * the copies are used in turn. The decryption runs off the event loop.
 */
async function importKeyPair(key: BodyKey): Promise<OpenedKey> {
  const { keyId, createdAt, retiredAt, n, e, privateKey } = key
  const pkcs8 = Buffer.from(privateKey, 'base64')
  const copies = await Promise.all(
    Array.from({ length: availableParallelism() }, () =>
      crypto.subtle.importKey('pkcs8', pkcs8, OAEP, false, ['decrypt']),
    ),
  )
  let turn = 0
  return {
    publicKey: { keyId, n, e },
    createdAt,
    retiredAt,
    async open(block) {
      turn = (turn + 1) % copies.length
      const copy = copies[turn]
      if (!copy) return undefined
      try {
        return Buffer.from(await crypto.subtle.decrypt(OAEP.name, copy, block))
      } catch {
        // All kinds of invalid ciphertext give the caller the same result.
        return undefined
      }
    },
  }
}
