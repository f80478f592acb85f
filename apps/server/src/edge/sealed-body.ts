import { createHash } from 'node:crypto'
import { platformCipher } from '@qingzhou/contract/cipher-platform'
import {
  BLOCK_BASE64_LENGTH,
  blocksOf,
  isSessionKeyText,
  openUnderKey,
  withoutDigest,
} from '@qingzhou/contract/sealing'
import type { BodyKeys } from './body-keys.ts'
import { boundedCache } from './bounded-cache.ts'

/** A sealed body taken apart, not yet opened. */
export type Sealed = {
  readonly keyId: string | undefined
  readonly ciphertexts: readonly Buffer[]
  /** How many blocks have to be opened with the server's key. */
  readonly cost: number
} & (
  | { readonly form: 'blocks'; readonly blocks: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly form: 'key'; readonly encryptedData: string; readonly wrappedKey: string }
)

/** Where a body under a session key was meant to go; it opens nowhere else. */
export type Target = {
  readonly method: string
  readonly path: string
  readonly tokenCookie: string | undefined
}

/** Takes the body apart. Nothing when it is of neither form, or of one that is not taken here. */
export function takeApart(
  body: Readonly<Record<string, unknown>>,
  {
    keyId,
    forms,
  }: { readonly keyId: string | undefined; readonly forms: readonly Sealed['form'][] },
): Sealed | undefined {
  const { encryptedData, ms_encryptedKey: wrappedKey, ...others } = body
  if (typeof encryptedData !== 'string' || Object.keys(others).length > 0) return undefined
  const form = 'ms_encryptedKey' in body ? 'key' : 'blocks'
  if (!forms.includes(form)) return undefined
  return form === 'key'
    ? underKey(encryptedData, wrappedKey, keyId)
    : inBlocks(encryptedData, keyId)
}

function underKey(
  encryptedData: string,
  wrappedKey: unknown,
  keyId: string | undefined,
): Sealed | undefined {
  if (typeof wrappedKey !== 'string' || wrappedKey.length !== BLOCK_BASE64_LENGTH) return undefined
  return {
    form: 'key',
    keyId,
    encryptedData,
    wrappedKey,
    cost: 1,
    ciphertexts: [hash(encryptedData)],
  }
}

function inBlocks(encryptedData: string, keyId: string | undefined): Sealed | undefined {
  const blocks = blocksIn(encryptedData)
  if (!blocks) return undefined
  const ciphertexts = blocks.map(hash)
  // No honest body has the same block twice: each is filled up with fresh randomness.
  if (new Set(ciphertexts.map(String)).size < blocks.length) return undefined
  return { form: 'blocks', keyId, blocks, cost: blocks.length, ciphertexts }
}

function blocksIn(encryptedData: string): Uint8Array<ArrayBuffer>[] | undefined {
  try {
    return blocksOf(encryptedData)
  } catch {
    return undefined
  }
}

function hash(ciphertext: string | Uint8Array): Buffer {
  return createHash('sha256').update(ciphertext).digest()
}

const cipher = platformCipher(crypto.subtle)
const KEPT_KEYS_MAX = 10_000

export type Opener = {
  /** The JSON text inside, and the token a body under a key was bound to. */
  open(sealed: Sealed, target: Target): Promise<OpenedBody | undefined>
}

export type OpenedBody = {
  readonly text: string
  /** Nothing for blocks, which are bound to nothing; else the token, which may be none. */
  readonly boundTo?: { readonly token: string | undefined }
}

export function createOpener(
  keys: BodyKeys,
  { bodyDigest }: { readonly bodyDigest: 'required' | 'optional' },
): Opener {
  const keptKeys = boundedCache<string>(KEPT_KEYS_MAX)

  const openBlocks = async ({ blocks, keyId }: Extract<Sealed, { form: 'blocks' }>) => {
    const parts = await Promise.all(blocks.map((block) => keys.open(keyId, block)))
    const opened = parts.filter((part) => part !== undefined)
    if (opened.length < parts.length) return undefined
    const text = await withoutDigest(cipher, Buffer.concat(opened).toString('latin1'), bodyDigest)
    return text === undefined ? undefined : { text }
  }

  const sessionKeyOf = async ({ wrappedKey, keyId }: Extract<Sealed, { form: 'key' }>) => {
    const name = hash(`${keyId} ${wrappedKey}`).toString('base64')
    const kept = keptKeys.get(name)
    if (kept !== undefined) return kept
    const [block] = blocksIn(wrappedKey) ?? []
    const opened = block && (await keys.open(keyId, block))
    const text = opened?.toString('latin1')
    if (text === undefined || !isSessionKeyText(text)) return undefined
    keptKeys.set(name, text)
    return text
  }

  return {
    async open(sealed, target) {
      if (sealed.form === 'blocks') return openBlocks(sealed)
      const key = await sessionKeyOf(sealed)
      return key === undefined ? undefined : openBound(key, sealed.encryptedData, target)
    },
  }
}

/** A body is bound to the session's token, or to none when it was sealed before there was one. */
async function openBound(
  key: string,
  encryptedData: string,
  { method, path, tokenCookie }: Target,
): Promise<OpenedBody | undefined> {
  for (const token of new Set([tokenCookie, undefined])) {
    try {
      const destination = { method, path, token }
      const text = await openUnderKey(cipher, key, { encryptedData, destination })
      return { text, boundTo: { token } }
    } catch {
      // Tried with the next binding; in the end every kind of failure is the same.
    }
  }
  return undefined
}
