import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { lender } from '@qingzhou/platform/config/brand'

/** RFC 6238 as every authenticator app supports it: SHA-1, six digits, thirty seconds. */
const STEP_SECONDS = 30
const DIGITS = 6
/** RFC 4226 recommends the length of the hash. */
const SECRET_BYTES = 20
/** Accepts a clock difference of one step in either direction. */
const STEPS_OFF = [0, -1, 1]

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret in base32, which can also be typed into an app. */
export function newTotpSecret(): string {
  return randomBase32(SECRET_BYTES)
}

/** Random bytes in base32. */
export function randomBase32(bytes: number): string {
  const bits = Array.from(randomBytes(bytes), (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** The otpauth URL for the QR code. */
export function totpAddress({ username, secret }: { username: string; secret: string }): string {
  const issuer = `${lender.product}员工`
  const label = encodeURIComponent(`${issuer}:${username}`)
  const fields = new URLSearchParams({
    secret,
    issuer,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  return `otpauth://totp/${label}?${fields.toString().replaceAll('+', '%20')}`
}

/** The time step of a code: current, previous or next; undefined for any other. */
export function stepOfCode(
  { secret, code }: { readonly secret: string; readonly code: string },
  now: Date,
): number | undefined {
  const current = Math.floor(now.getTime() / 1_000 / STEP_SECONDS)
  const input = Buffer.from(code)
  return STEPS_OFF.map((off) => current + off).find((step) => {
    const expected = Buffer.from(totpCode(secret, step))
    return expected.length === input.length && timingSafeEqual(expected, input)
  })
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
