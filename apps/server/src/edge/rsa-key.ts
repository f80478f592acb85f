import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  generatePrime,
  type KeyObject,
} from 'node:crypto'
import { promisify } from 'node:util'
import { derInteger, derSequence } from './der.ts'

export type RsaKey = {
  /** The public half, base64url as in a JSON Web Key. */
  readonly n: string
  readonly e: string
  /** The private half, PKCS#8 in base64. */
  readonly privateKey: string
}

const MODULUS_BITS = 3072
const EXPONENT = 65537n

/**
 * A key of three primes: the public half is the same format, and opening a block takes half the
 * time. Where the platform does not take such a key, one of two primes is made.
 */
export async function generateRsaKey(): Promise<RsaKey> {
  const key = await generateThreePrimeKey()
  if (key) return key
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })
  return exported(privateKey)
}

async function generateThreePrimeKey(): Promise<RsaKey | undefined> {
  const pkcs1 = threePrimeKey(await threePrimes())
  try {
    return exported(createPrivateKey({ key: pkcs1, format: 'der', type: 'pkcs1' }))
  } catch {
    return undefined
  }
}

type Primes = readonly [bigint, bigint, bigint]

/** Three primes of a third of the bits each may multiply to one bit too few; then others are drawn. */
async function threePrimes(): Promise<Primes> {
  for (;;) {
    const drawn = await Promise.all([1, 2, 3].map(drawPrime))
    const [p = 0n, q = 0n, r = 0n] = drawn
    const areDifferent = new Set([p, q, r]).size === 3
    const fitExponent = [p, q, r].every((prime) => (prime - 1n) % EXPONENT !== 0n)
    const isLongEnough = (p * q * r) >> BigInt(MODULUS_BITS - 1) === 1n
    if (areDifferent && fitExponent && isLongEnough) return [p, q, r]
  }
}

function drawPrime(): Promise<bigint> {
  return new Promise((resolve, reject) => {
    generatePrime(MODULUS_BITS / 3, { bigint: true }, (error, prime) =>
      error ? reject(error) : resolve(prime),
    )
  })
}

/** RSAPrivateKey of RFC 8017, A.1.2, version 1: the third prime in `otherPrimeInfos`. */
function threePrimeKey([p, q, r]: Primes): Buffer {
  const d = inverse(EXPONENT, (p - 1n) * (q - 1n) * (r - 1n))
  const third = [r, d % (r - 1n), inverse((p * q) % r, r)]
  return derSequence([
    ...[1n, p * q * r, EXPONENT, d, p, q, d % (p - 1n), d % (q - 1n), inverse(q, p)].map(
      derInteger,
    ),
    derSequence([derSequence(third.map(derInteger))]),
  ])
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [remainder, nextRemainder] = [modulus, value]
  let [factor, nextFactor] = [0n, 1n]
  while (nextRemainder !== 0n) {
    const quotient = remainder / nextRemainder
    ;[remainder, nextRemainder] = [nextRemainder, remainder - quotient * nextRemainder]
    ;[factor, nextFactor] = [nextFactor, factor - quotient * nextFactor]
  }
  return ((factor % modulus) + modulus) % modulus
}

function exported(key: KeyObject): RsaKey {
  const { n = '', e = '' } = createPublicKey(key).export({ format: 'jwk' })
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' })
  return { n, e, privateKey: pkcs8.toString('base64') }
}
