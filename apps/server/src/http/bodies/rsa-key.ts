import { createDecipheriv, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { textOfBytes } from '@qingzhou/contract/wire/bytes'
import { IV_BYTES, associatedData } from '@qingzhou/contract/sealing/sealing'
import { parseObject } from './json.ts'

const TAG_BYTES = 16

/**
 * The call that a body under a session key was sealed for. The body does not decrypt for another
 * call.
 */
export type Target = {
  readonly method: string
  readonly path: string
  readonly tokenCookie: string | undefined
}

/** The fields of a body, and the token it was sealed for. */
export type OpenedBody = {
  readonly fields: Readonly<Record<string, unknown>>
  /**
   * Missing for blocks, which are not bound to a token. A body sealed without a session has an
   * undefined token.
   */
  readonly boundTo?: { readonly token: string | undefined }
}

/** Decrypts a body bound to the session's token, or to no token if it was sealed before sign-in. */
export function openUnderKey(
  key: KeyObject,
  sealed: Uint8Array,
  { method, path, tokenCookie }: Target,
): OpenedBody | undefined {
  for (const token of new Set([tokenCookie, undefined])) {
    const bytes = decryptSealed(key, sealed, associatedData({ method, path, token }))
    if (!bytes) continue
    const fields = fieldsOf(bytes)
    return fields && { fields, boundTo: { token } }
  }
  return undefined
}

function decryptSealed(key: KeyObject, sealed: Uint8Array, associated: Uint8Array) {
  if (sealed.length < IV_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
  decipher.setAAD(associated)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const text = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([text, decipher.final()])
  } catch {
    // All kinds of invalid ciphertext give the caller the same result.
    return undefined
  }
}

function fieldsOf(bytes: Uint8Array): OpenedBody['fields'] | undefined {
  try {
    return parseObject(textOfBytes(bytes))
  } catch {
    return undefined
  }
}

export type RsaKey = {
  /** The public key, base64url as in a JSON Web Key. */
  readonly n: string
  readonly e: string
  /** The private key, PKCS#8 in base64. */
  readonly privateKey: string
}

const MODULUS_BITS = 3072

/** Creates the key pair that browsers encrypt request bodies with. */
export async function generateRsaKey(): Promise<RsaKey> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })
  const { n = '', e = '' } = pair.publicKey.export({ format: 'jwk' })
  const pkcs8 = pair.privateKey.export({ format: 'der', type: 'pkcs8' })
  return { n, e, privateKey: pkcs8.toString('base64') }
}
