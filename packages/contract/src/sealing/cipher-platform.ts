import type { Cipher, Subtle, SymmetricMessage } from './cipher.ts'

/** RSA-OAEP and AES-GCM by WebCrypto. */
export function platformCipher(subtle: Subtle): Cipher {
  const keyOf = ({ key }: SymmetricMessage, use: 'encrypt' | 'decrypt') =>
    subtle.importKey('raw', key, 'AES-GCM', false, [use])

  return {
    async encryptBlock({ n, e }, bytes) {
      const key = await subtle.importKey(
        'jwk',
        { kty: 'RSA', n, e, alg: 'RSA-OAEP-256', ext: true },
        { name: 'RSA-OAEP', hash: 'SHA-256' },
        false,
        ['encrypt'],
      )
      return new Uint8Array(await subtle.encrypt({ name: 'RSA-OAEP' }, key, bytes))
    },
    async encrypt(message) {
      const key = await keyOf(message, 'encrypt')
      return new Uint8Array(await subtle.encrypt(settingsOf(message), key, message.bytes))
    },
    async digest(bytes) {
      return new Uint8Array(await subtle.digest('SHA-256', bytes))
    },
    async decrypt(message) {
      const key = await keyOf(message, 'decrypt')
      return new Uint8Array(await subtle.decrypt(settingsOf(message), key, message.bytes))
    },
  }
}

function settingsOf({ iv, associated }: SymmetricMessage) {
  return { name: 'AES-GCM', iv, additionalData: associated }
}
