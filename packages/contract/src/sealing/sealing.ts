import { base64OfBytes, bytesOfBase64, bytesOfText, textOfBytes } from '#wire/bytes.ts'
import type { Cipher, PublicKey } from './cipher.ts'

/** A body that only the server can read. */
export type SealedBody = { readonly encryptedData: string; readonly ms_encryptedKey?: string }

/** The header that names the public key a body was sealed with, so that keys can be rotated. */
export const KEY_ID_HEADER = 'x-key-id'

export const BLOCK_CHARACTERS = 234
export const BLOCK_BASE64_LENGTH = 512
export const BLOCKS_MAX = 64
const KEY_CHARACTERS = 32
export const IV_BYTES = 12
const DIGEST_BYTES = 16
const DIGEST_CHARACTERS = ',"digest":""'.length + 22

/**
 * Seals a JSON object in RSA blocks of 234 characters, joined without a separator. Blocks are
 * encrypted independently, so the object includes a digest of itself: combining blocks of two
 * bodies, reordering or dropping blocks is detected.
 */
export async function sealInBlocks(
  cipher: Cipher,
  publicKey: PublicKey,
  json: string,
): Promise<SealedBody> {
  const ascii = await withDigest(cipher, asciiJson(json))
  const blocks: string[] = []
  for (let start = 0; start < ascii.length; start += BLOCK_CHARACTERS) {
    const bytes = bytesOfText(ascii.slice(start, start + BLOCK_CHARACTERS))
    blocks.push(base64OfBytes(await cipher.encryptBlock(publicKey, bytes)))
  }
  return { encryptedData: blocks.join('') }
}

/** Adds the digest of an object's text to the object, as its last field. */
async function withDigest(cipher: Cipher, ascii: string): Promise<string> {
  const digest = await digestOf(cipher, ascii)
  const separator = ascii === '{}' ? '' : ','
  return `${ascii.slice(0, -1)}${separator}"digest":"${digest}"}`
}

/**
 * The text without its digest, or undefined if the digest does not match. The form as first
 * published has no digest, and other clients may send it: with `optional`, a text without a digest
 * is accepted. In that case anyone with the public key can insert blocks.
 */
export async function withoutDigest(
  cipher: Cipher,
  text: string,
  need: 'required' | 'optional',
): Promise<string | undefined> {
  if (!text.includes('"digest"')) return need === 'optional' ? text : undefined
  const parts = /^(?<object>\{.*?),?"digest":"(?<digest>[\w-]{22})"\}$/s.exec(text)?.groups
  if (!parts) return undefined
  const object = `${parts['object']}}`
  return (await digestOf(cipher, object)) === parts['digest'] ? object : undefined
}

/** Half of a SHA-256 in base64url: short, and still infeasible to find by trying. */
async function digestOf(cipher: Cipher, text: string): Promise<string> {
  const digest = await cipher.digest(bytesOfText(text))
  return base64OfBytes(digest.slice(0, DIGEST_BYTES))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Whether a JSON object fits into blocks, its digest included. */
export function fitsInBlocks(json: string): boolean {
  return asciiJson(json).length + DIGEST_CHARACTERS <= BLOCK_CHARACTERS * BLOCKS_MAX
}

type Decode = (base64: string) => Uint8Array<ArrayBuffer>

/** Splits joined blocks. Undefined if the text cannot consist of blocks. */
export function blocksOf(
  encryptedData: string,
  decode: Decode = bytesOfBase64,
): Uint8Array<ArrayBuffer>[] | undefined {
  const count = encryptedData.length / BLOCK_BASE64_LENGTH
  if (!Number.isInteger(count) || count < 1 || count > BLOCKS_MAX) return undefined

  return Array.from({ length: count }, (_, index) =>
    decode(encryptedData.slice(index * BLOCK_BASE64_LENGTH, (index + 1) * BLOCK_BASE64_LENGTH)),
  )
}

/** A symmetric key with its wrapped form, so that a session wraps it once. */
export type SessionKey = { readonly text: string; readonly wrapped: string; readonly keyId: string }

export async function newSessionKey(cipher: Cipher, publicKey: PublicKey): Promise<SessionKey> {
  const text = randomLettersAndDigits(KEY_CHARACTERS)
  const wrapped = base64OfBytes(await cipher.encryptBlock(publicKey, bytesOfText(text)))
  return { text, wrapped, keyId: publicKey.keyId }
}

/** What a symmetric message is bound to: it cannot be opened for any other destination. */
export type Destination = {
  readonly method: string
  readonly path: string
  readonly token: string | undefined
}

/** Seals text under a session key: a fresh IV, then the ciphertext and its tag. */
export async function sealUnderKey(
  cipher: Cipher,
  key: SessionKey,
  message: { readonly json: string; readonly destination: Destination },
): Promise<SealedBody> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await cipher.encrypt({
    key: bytesOfText(key.text),
    iv,
    bytes: bytesOfText(message.json),
    associated: associatedData(message.destination),
  })
  const bytes = new Uint8Array(IV_BYTES + sealed.length)
  bytes.set(iv)
  bytes.set(sealed, IV_BYTES)
  return { encryptedData: base64OfBytes(bytes), ms_encryptedKey: key.wrapped }
}

/** Opens a text sealed by `sealUnderKey`; throws if the data or the destination differs. */
export async function openUnderKey(
  cipher: Cipher,
  keyText: string,
  message: { readonly encryptedData: string; readonly destination: Destination },
): Promise<string> {
  const bytes = bytesOfBase64(message.encryptedData)
  const opened = await cipher.decrypt({
    key: bytesOfText(keyText),
    iv: bytes.slice(0, IV_BYTES),
    bytes: bytes.slice(IV_BYTES),
    associated: associatedData(message.destination),
  })
  return textOfBytes(opened)
}

export function isSessionKeyText(text: string): boolean {
  return /^[A-Za-z0-9]{32}$/.test(text)
}

/** JSON in pure ASCII, so that 234 characters are 234 bytes and fit into a block. */
export function asciiJson(json: string): string {
  return json.replaceAll(
    /[^\u0020-\u007e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The associated data of a message under a session key. */
export function associatedData({ method, path, token }: Destination): Uint8Array<ArrayBuffer> {
  return bytesOfText(`${method} ${path} ${token ?? ''}`)
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Bytes above the last multiple of the alphabet's length are drawn again, so that all letters are
 * equally likely.
 */
function randomLettersAndDigits(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length)
    }
  }
  return text
}
