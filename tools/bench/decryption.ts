import { availableParallelism } from 'node:os'

import { generateRsaKey } from '@qingzhou/server/http/bodies/rsa-key.ts'
import { perSecond } from './row.ts'

const BLOCKS = 1500
const OAEP = { name: 'RSA-OAEP', hash: 'SHA-256' }

/** RSA blocks opened a second with nothing around it: the hard limit of the form in blocks. */
export async function blocksASecond(): Promise<number> {
  const { n, e, privateKey } = await generateRsaKey()
  const { subtle } = globalThis.crypto
  const publicKey = await subtle.importKey('jwk', { kty: 'RSA', n, e }, OAEP, false, ['encrypt'])
  const block = await subtle.encrypt('RSA-OAEP', publicKey, new Uint8Array(100))
  // One imported key opens one block at a time; a core each has its own.
  const keys = await Promise.all(
    Array.from({ length: availableParallelism() }, () =>
      subtle.importKey('pkcs8', Buffer.from(privateKey, 'base64'), OAEP, false, ['decrypt']),
    ),
  )
  const started = performance.now()
  await Promise.all(
    keys.map(async (key) => {
      for (let count = 0; count < BLOCKS / keys.length; count += 1) {
        await subtle.decrypt('RSA-OAEP', key, block)
      }
    }),
  )
  return perSecond(BLOCKS, performance.now() - started)
}
