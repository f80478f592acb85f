import { availableParallelism } from 'node:os'
import type { PublicKey } from '@qingzhou/contract/cipher'
import type { Database } from '#platform/database/database.ts'
import type { Vault } from '#platform/database/vault.ts'
import { rememberSince } from './body-memory-store.ts'
import { insertBodyKey, readBodyKeys, type BodyKey } from './body-key-store.ts'
import { generateRsaKey } from './rsa-key.ts'
import { newToken } from '#platform/ids.ts'

type Deps = { readonly database: Database; readonly vault: Vault; readonly now: () => Date }

/** The keys that open sealed bodies, shared by all servers through the database. */
export type BodyKeys = {
  newest(): Promise<PublicKey>
  /** Opens one block. Without a key id: with the published one. Nothing when it cannot be opened. */
  open(keyId: string | undefined, block: Uint8Array<ArrayBuffer>): Promise<Buffer | undefined>
  /** The id of the key that `open` uses for this one. Nothing when its time is over. */
  idOf(keyId: string | undefined): Promise<string | undefined>
}

/** How long another server's rotation may go unnoticed. */
const REFRESH_EVERY_MS = 30_000
/** A new key is told to browsers only when every server has had the time to notice it. */
const PUBLISHED_AFTER_MS = 2 * REFRESH_EVERY_MS
/** Unknown key ids are a reason to look again, but no way to make the server look all the time. */
const REFRESH_AT_MOST_EVERY_MS = 2_000

export function createBodyKeys(deps: Deps): BodyKeys {
  let ring: Promise<OpenedKey[]> | undefined
  let readAt = 0

  const read = (maxAgeMs: number): Promise<OpenedKey[]> => {
    if (ring && Date.now() - readAt <= maxAgeMs) return ring
    const earlier = ring
    readAt = Date.now()
    ring = readRing(deps).catch((error: unknown) => {
      // What was known goes on working while the database is away.
      if (earlier) return earlier
      ring = undefined
      throw error
    })
    return ring
  }

  const find = async (keyId: string | undefined): Promise<OpenedKey | undefined> => {
    const now = deps.now()
    const keys = (await read(REFRESH_EVERY_MS)).filter((key) => isInUse(key, now))
    if (keyId === undefined) return published(keys, now)
    const named = (key: OpenedKey) => key.publicKey.keyId === keyId && isInUse(key, now)
    return keys.find(named) ?? (await read(REFRESH_AT_MOST_EVERY_MS)).find(named)
  }

  return {
    async newest() {
      const key = published(await read(REFRESH_EVERY_MS), deps.now())
      if (!key) throw new Error('there is no key for bodies: the server has not booted')
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

/** Keys are read now and then, and their time may be over before they are read again. */
function isInUse({ retiredAt }: OpenedKey, now: Date): boolean {
  return retiredAt === undefined || retiredAt > now
}

/** The newest key that all servers know; in a new house the only one. */
function published(keys: readonly OpenedKey[], now: Date): OpenedKey | undefined {
  const knownSince = now.getTime() - PUBLISHED_AFTER_MS
  return keys.find(({ createdAt }) => createdAt.getTime() <= knownSince) ?? keys.at(-1)
}

/** Makes the first key of a new database. Called under the lock that migrations hold. */
export async function ensureBodyKey(deps: Deps): Promise<void> {
  const keys = await readBodyKeys(deps.database, { vault: deps.vault, now: deps.now() })
  if (keys.length > 0) return
  await rotateBodyKeys(deps)
  // Nothing was ever sealed for this house, so nothing is missing from its memory.
  await rememberSince(deps.database, new Date(0))
}

const OLD_KEYS_OPEN_FOR_MS = 24 * 60 * 60_000

/** Publishes a new key; bodies under the older ones are opened for another day. */
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
  return Promise.all(keys.map(imported))
}

const OAEP = { name: 'RSA-OAEP', hash: 'SHA-256' } as const

/**
 * One imported key works for one thread at a time, so it is imported once per core and the copies
 * take turns. WebCrypto does the arithmetic off the event loop.
 */
async function imported(key: BodyKey): Promise<OpenedKey> {
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
        // Every kind of bad ciphertext is the same to the caller.
        return undefined
      }
    },
  }
}
