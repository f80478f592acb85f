import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

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
