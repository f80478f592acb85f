import { createDecipheriv, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { textOfBytes } from '@qingzhou/contract/bytes'
import { IV_BYTES, associatedWith } from '@qingzhou/contract/sealing'
import { parseObject } from './json.ts'

const TAG_BYTES = 16

/** The call a body under a session key was sealed for. It does not open for another call. */
export type Target = {
  readonly method: string
  readonly path: string
  readonly tokenCookie: string | undefined
}

/** The fields inside a body, and the token it was sealed for. */
export type OpenedBody = {
  readonly fields: Readonly<Record<string, unknown>>
  /** Missing for blocks, which are bound to nothing; else the token, which may be none. */
  readonly boundTo?: { readonly token: string | undefined }
}

/** A body is bound to the session's token, or to none when it was sealed before there was one. */
export function openUnderKey(
  keyText: string,
  sealed: Uint8Array,
  { method, path, tokenCookie }: Target,
): OpenedBody | undefined {
  for (const token of new Set([tokenCookie, undefined])) {
    const bytes = decrypted(keyText, sealed, associatedWith({ method, path, token }))
    if (!bytes) continue
    const fields = fieldsOf(bytes)
    return fields && { fields, boundTo: { token } }
  }
  return undefined
}

function decrypted(keyText: string, sealed: Uint8Array, associated: Uint8Array) {
  if (sealed.length < IV_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', keyText, sealed.subarray(0, IV_BYTES))
  decipher.setAAD(associated)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const text = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([text, decipher.final()])
  } catch {
    // Every kind of bad ciphertext is the same to the caller.
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
  /** The public half, base64url as in a JSON Web Key. */
  readonly n: string
  readonly e: string
  /** The private half, PKCS#8 in base64. */
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
