import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 }
const KEY_BYTES = 32
const SALT_BYTES = 16

/** The cost stands beside the hash, so that it can be raised later without locking anybody out. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, encode(salt), encode(key)].join('$')
}

/** Without a hash the work is done all the same: time does not tell who has an account. */
export async function isPasswordRight(
  password: string,
  hash: string = NOBODYS_HASH,
): Promise<boolean> {
  const [, N, r, p, salt, key] = hash.split('$')
  const expected = Buffer.from(key ?? '', 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: COST.maxmem }
  const given = await derive(password, Buffer.from(salt ?? '', 'base64url'), cost)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** Thirty-two random bytes that no password is known to lead to. */
const NOBODYS_HASH = ['scrypt', COST.N, COST.r, COST.p, random(SALT_BYTES), random(KEY_BYTES)].join(
  '$',
)

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, cost, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}

function random(bytes: number): string {
  return encode(randomBytes(bytes))
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64url')
}
