import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { Refused } from '#refused.ts'

/** How many may wait. Further requests are refused at once instead of waiting for a minute. */
const WAITING_MAX = 40

const RETRY_SECONDS = 5

/**
 * Whose password is hashed. Customers and staff have places of their own, so that neither keeps the
 * other from signing in; staff from a network that they have used before come first among staff.
 */
export type HashedFor = 'customer' | 'staff' | 'trusted staff'

type Cost = { readonly N: number; readonly r: number; readonly p: number }

/** One of the equivalent costs that OWASP recommends. This one uses little memory: 32 MiB. */
const COST: Cost = { N: 2 ** 15, r: 8, p: 3 }
const MEMORY_MAX = 64 * 2 ** 20
const KEY_BYTES = 32
const SALT_BYTES = 16

/** Hashes a password. The cost is stored with the hash, so that it can be raised later. */
export async function hashPassword(
  password: string,
  hashedFor: HashedFor = 'customer',
): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return write(COST, salt, await derive(password, { salt, cost: COST, hashedFor }))
}

/**
 * Compares a password with a stored hash. The work is the same without a hash and with one of a
 * lower cost, so that timing reveals neither whether an account exists nor its age.
 */
export async function isPasswordRight(
  password: string,
  hash: string = DUMMY_HASH,
  hashedFor: HashedFor = 'customer',
): Promise<boolean> {
  const { cost, salt, key } = read(hash)
  const input = await derive(password, { salt, cost, hashedFor })
  await addMissingRounds(password, cost, hashedFor)
  return key.length === input.length && timingSafeEqual(key, input)
}

/**
 * Whether a hash was made at another cost than the current one. A correct password is then hashed
 * again.
 */
export function isOutdated(hash: string): boolean {
  const { N, r, p } = read(hash).cost
  return N !== COST.N || r !== COST.r || p !== COST.p
}

async function addMissingRounds(
  password: string,
  { N, r, p }: Cost,
  hashedFor: HashedFor,
): Promise<void> {
  const rounds = Math.round((COST.N * COST.r * COST.p) / (N * r)) - p
  if (rounds <= 0) return
  const salt = randomBytes(SALT_BYTES)
  await derive(password, { salt, cost: { N, r, p: rounds }, hashedFor })
}

/** A random hash that no known password matches. */
const DUMMY_HASH = write(COST, randomBytes(SALT_BYTES), randomBytes(KEY_BYTES))

function write({ N, r, p }: Cost, salt: Buffer, key: Buffer): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

function read(hash: string): { cost: Cost; salt: Buffer; key: Buffer } {
  const [, N, r, p, salt = '', key = ''] = hash.split('$')
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}

type Derivation = { readonly salt: Buffer; readonly cost: Cost; readonly hashedFor: HashedFor }

function derive(password: string, { salt, cost, hashedFor }: Derivation): Promise<Buffer> {
  const work = () =>
    new Promise<Buffer>((resolve, reject) => {
      scrypt(password, salt, KEY_BYTES, { ...cost, maxmem: MEMORY_MAX }, (error, key) => {
        if (error) reject(error)
        else resolve(key)
      })
    })
  return hashedFor === 'customer'
    ? ofCustomers(work)
    : ofStaff(work, { isFirst: hashedFor === 'trusted staff' })
}

/** Each hash uses 32 MiB and one of the four threads that files and pictures share. */
const ofCustomers = createWorkQueue(2)
const ofStaff = createWorkQueue(1)

/**
 * Runs expensive work with limited concurrency, in order. Work that is first does not wait for other
 * work, except for what is running; it has waiting places of its own.
 */
export function createWorkQueue(atOnceMax: number) {
  const first: (() => void)[] = []
  const others: (() => void)[] = []
  let running = 0

  return async <Result>(work: () => Promise<Result>, { isFirst = false } = {}): Promise<Result> => {
    const waiting = isFirst ? first : others
    if (running >= atOnceMax) {
      if (waiting.length >= WAITING_MAX) {
        throw new Refused({ kind: 'too-many-requests', waitSeconds: RETRY_SECONDS })
      }
      // Finished work hands its place to the next, so `running` does not change.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = first.shift() ?? others.shift()
      if (next) next()
      else running -= 1
    }
  }
}
