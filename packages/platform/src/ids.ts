import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** A customer number, part of every key of every table about a person. */
declare const brand: unique symbol
export type CustomerNo = string & { readonly [brand]: 'CustomerNo' }

/** Casts a number that comes from the database or the number generator. */
export function customerNo(text: string): CustomerNo {
  return text as CustomerNo
}

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

const REQUEST_ID_BYTES = 12
const REQUEST_IDS_AT_ONCE = 256
let randomBlock = Buffer.alloc(0)

/** Names a request in logs and answers. It grants nothing, so it is drawn in blocks. */
export function newRequestId(): string {
  if (randomBlock.length === 0) randomBlock = randomBytes(REQUEST_ID_BYTES * REQUEST_IDS_AT_ONCE)
  const id = randomBlock.toString('base64url', 0, REQUEST_ID_BYTES)
  randomBlock = randomBlock.subarray(REQUEST_ID_BYTES)
  return id
}

/** Random decimal digits. */
export function randomDigits(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, '0')
}

/** A number that sorts by time and cannot be guessed: prefix, milliseconds, seven random digits. */
export function timeOrderedNo(prefix: string, now: Date): string {
  return `${prefix}${String(now.getTime()).padStart(13, '0')}${randomDigits(7)}`
}
