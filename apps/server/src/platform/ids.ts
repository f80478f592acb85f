import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** A random id for a record: a UUID. */
export function newId(): string {
  return randomUUID()
}

/** A random number for outside use: hexadecimal digits, no dashes. */
export function newNo(bytes = 16): string {
  return randomBytes(bytes).toString('hex')
}

/** A secret that grants access: a token, a ticket, a link. URL-safe. */
export function newToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** Random decimal digits. */
export function randomDigits(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, '0')
}

/** A number that sorts by time and cannot be guessed: prefix, milliseconds, seven random digits. */
export function timeOrderedNo(prefix: string, now: Date): string {
  return `${prefix}${String(now.getTime()).padStart(13, '0')}${randomDigits(7)}`
}
