import { platformCipher } from './cipher-platform.ts'

/** The public half of the server's key, base64url as in a JSON Web Key. */
export type PublicKey = { readonly keyId: string; readonly n: string; readonly e: string }

/** A message under a symmetric key, bound to its destination. */
export type SymmetricMessage = {
  readonly key: Uint8Array<ArrayBuffer>
  readonly iv: Uint8Array<ArrayBuffer>
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly associated: Uint8Array<ArrayBuffer>
}

/**
 * The cryptographic operations of sealing: by the platform where available, otherwise in script.
 */
export type Cipher = {
  encryptBlock(
    publicKey: PublicKey,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>>
  encrypt(message: SymmetricMessage): Promise<Uint8Array<ArrayBuffer>>
  decrypt(message: SymmetricMessage): Promise<Uint8Array<ArrayBuffer>>
  /** SHA-256. */
  digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
}

/** WebCrypto under the name that browsers and Node share. */
export type Subtle = (typeof globalThis.crypto)['subtle']

/** WebCrypto exists only in secure contexts; a phone that opened a plain http link has none. */
export async function cipherOfPlatform(): Promise<Cipher> {
  // By its type `subtle` always exists; in an insecure context it does not.
  const subtle = globalThis.crypto.subtle as Subtle | undefined
  if (subtle) return platformCipher(subtle)
  return (await import('./cipher-script.ts')).scriptCipher
}
