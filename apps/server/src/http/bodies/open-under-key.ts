import { createDecipheriv } from 'node:crypto'
import { textOfBytes } from '@qingzhou/contract/bytes'
import { associatedWith, IV_BYTES } from '@qingzhou/contract/sealing'
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
