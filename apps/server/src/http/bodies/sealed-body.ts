import { createSecretKey, type KeyObject } from 'node:crypto'
import { platformCipher } from '@qingzhou/contract/sealing/cipher-platform'
import {
  BLOCK_BASE64_LENGTH,
  blocksOf,
  isSessionKeyText,
  withoutDigest,
} from '@qingzhou/contract/sealing/sealing'
import { boundedCache } from '#http/limits/bounded-cache.ts'
import { createThreadPool } from '@qingzhou/platform/thread-pool'
import type { BodyKeys } from './body-keys.ts'
import type { BodyJob, BodyResult } from './body-worker.ts'
import { parseObject } from './json.ts'
import type { OpenedBody, Target } from './rsa-key.ts'
import { openUnderKey } from './rsa-key.ts'
import { sha256 } from '@qingzhou/platform/canonical-json'

/** A sealed body split into its parts, not yet decrypted. */
export type SealedFields = {
  readonly keyId: string | undefined
  readonly ciphertexts: readonly Buffer[]
  /** The number of blocks to decrypt with the server's key. */
  readonly cost: number
} & (
  | { readonly form: 'blocks'; readonly blocks: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly form: 'key'; readonly encryptedData: string; readonly wrappedKey: string }
  | {
      readonly form: 'large'
      readonly sealed: Uint8Array<ArrayBuffer>
      readonly wrappedKey: string
    }
)

/** Splits a small body into its parts. Undefined when it has neither form. */
export function takeApart(
  body: Readonly<Record<string, unknown>>,
  keyId: string | undefined,
): SealedFields | undefined {
  const parts = sealedParts(body)
  if (!parts) return undefined
  const { encryptedData, wrappedKey } = parts
  if (wrappedKey === undefined) return inBlocks(encryptedData, keyId)
  const ciphertexts = [hash(encryptedData)]
  return { form: 'key', keyId, encryptedData, wrappedKey, cost: 1, ciphertexts }
}

function inBlocks(encryptedData: string, keyId: string | undefined): SealedFields | undefined {
  const blocks = blocksIn(encryptedData)
  if (!blocks) return undefined
  const ciphertexts = blocks.map(hash)
  // A valid body never repeats a block: each block has fresh random padding.
  if (new Set(ciphertexts.map(String)).size < blocks.length) return undefined
  return { form: 'blocks', keyId, blocks, cost: blocks.length, ciphertexts }
}

function blocksIn(encryptedData: string): Uint8Array<ArrayBuffer>[] | undefined {
  try {
    return blocksOf(encryptedData, bytesOfBase64)
  } catch {
    return undefined
  }
}

function hash(ciphertext: string | Uint8Array): Buffer {
  return sha256(ciphertext)
}

const cipher = platformCipher(crypto.subtle)
const CACHED_KEYS_MAX = 10_000
const THREADS = 2

export type Opener = {
  open(sealed: SealedFields, target: Target): Promise<OpenedBody | undefined>
  /**
   * Splits a large body in a worker thread. The bytes are transferred: the caller can no longer use
   * them.
   */
  takeApartLarge(body: Buffer, keyId: string | undefined): Promise<SealedFields | undefined>
  stop(): Promise<void>
}

export function createOpener(
  keys: BodyKeys,
  { bodyDigest }: { readonly bodyDigest: 'required' | 'optional' },
): Opener {
  const cachedKeys = boundedCache<KeyObject>(CACHED_KEYS_MAX)
  const script = new URL('body-worker.ts', import.meta.url)
  const threads = createThreadPool<BodyJob, BodyResult>(script, { threads: THREADS })

  const openBlocks = async ({ blocks, keyId }: Extract<SealedFields, { form: 'blocks' }>) => {
    const parts = await Promise.all(blocks.map((block) => keys.open(keyId, block)))
    const opened = parts.filter((part) => part !== undefined)
    if (opened.length < parts.length) return undefined
    const text = await withoutDigest(cipher, Buffer.concat(opened).toString('latin1'), bodyDigest)
    const fields = text === undefined ? undefined : parseObject(text)
    return fields && { fields }
  }

  const sessionKeyOf = async ({
    wrappedKey,
    keyId,
  }: Pick<Extract<SealedFields, { form: 'key' }>, 'wrappedKey' | 'keyId'>) => {
    const openedBy = await keys.idOf(keyId)
    if (openedBy === undefined) return undefined
    const name = hash(`${openedBy} ${wrappedKey}`).toString('base64')
    const record = cachedKeys.get(name)
    if (record !== undefined) return record
    const [block] = blocksIn(wrappedKey) ?? []
    const opened = block && (await keys.open(openedBy, block))
    const text = opened?.toString('latin1')
    if (text === undefined || !isSessionKeyText(text)) return undefined
    // Imported once: importing a key takes longer than decrypting a small body.
    const key = createSecretKey(text, 'utf8')
    cachedKeys.set(name, key)
    return key
  }

  return {
    async open(sealed, target) {
      if (sealed.form === 'blocks') return openBlocks(sealed)
      const key = await sessionKeyOf(sealed)
      if (key === undefined) return undefined
      if (sealed.form === 'key') return openSmall(key, sealed.encryptedData, target)
      const job = { act: 'open', key, sealed: sealed.sealed, target } as const
      const result = await threads.run(job, [sealed.sealed.buffer])
      return result.act === 'open' ? result.opened : undefined
    },
    async takeApartLarge(body, keyId) {
      const bytes = withOwnBuffer(body)
      const result = await threads.run({ act: 'takeApart', body: bytes }, [bytes.buffer])
      const parts = result.act === 'takeApart' ? result.parts : undefined
      if (!parts) return undefined
      const { wrappedKey, sealed, hash } = parts
      const ciphertexts = [Buffer.from(hash)]
      return { form: 'large', keyId, wrappedKey, sealed, cost: 1, ciphertexts }
    },
    stop: () => threads.stop(),
  }
}

/** Only a whole buffer can be transferred, and Node shares one buffer among small ones. */
function withOwnBuffer(body: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = body
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === body.length
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(body)
}

function openSmall(key: KeyObject, encryptedData: string, target: Target): OpenedBody | undefined {
  try {
    return openUnderKey(key, bytesOfBase64(encryptedData), target)
  } catch {
    return undefined
  }
}

/** Decodes base64 natively. Throws on a non-canonical encoding. */
export function bytesOfBase64(text: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw new Error('base64 is not canonical')
  return bytes
}

type SealedParts = {
  readonly encryptedData: string
  /** Missing in the block form. */
  readonly wrappedKey: string | undefined
}

/** The two fields of a sealed body. Undefined when the body has another form. */
export function sealedParts(
  body: Readonly<Record<string, unknown>> | undefined,
): SealedParts | undefined {
  if (!body) return undefined
  const { encryptedData, ms_encryptedKey: wrappedKey, ...others } = body
  if (typeof encryptedData !== 'string' || Object.keys(others).length > 0) return undefined
  if (!('ms_encryptedKey' in body)) return { encryptedData, wrappedKey: undefined }
  if (typeof wrappedKey !== 'string' || wrappedKey.length !== BLOCK_BASE64_LENGTH) return undefined
  return { encryptedData, wrappedKey }
}
