import { BLOCK_BASE64_LENGTH } from '@qingzhou/contract/sealing'

export type SealedParts = {
  readonly encryptedData: string
  /** Missing in a body of blocks. */
  readonly wrappedKey: string | undefined
}

/** The two fields of a sealed body. Nothing when the body has another form. */
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
