import { gcm } from '@noble/ciphers/aes.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { mgf1, OAEP } from 'micro-rsa-dsa-dh/rsa.js'
import { bytesOfBase64Url } from '#wire/bytes.ts'
import type { Cipher } from './cipher.ts'

const oaep = OAEP(sha256, mgf1(sha256))

/** The same operations in script, for pages outside a secure context. */
export const scriptCipher: Cipher = {
  async encryptBlock({ n, e }, bytes) {
    return copyBytes(oaep.encrypt({ n: integerOf(n), e: integerOf(e) }, bytes))
  },
  async encrypt({ key, iv, bytes, associated }) {
    return copyBytes(gcm(key, iv, associated).encrypt(bytes))
  },
  async digest(bytes) {
    return copyBytes(sha256(bytes))
  },
  async decrypt({ key, iv, bytes, associated }) {
    return copyBytes(gcm(key, iv, associated).decrypt(bytes))
  },
}

function integerOf(base64Url: string): bigint {
  return bytesOfBase64Url(base64Url).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}

/** The library may return a view on a larger or shared buffer. */
function copyBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
