import { randomInt } from 'node:crypto'
import { customerNo, type CustomerNo } from '#platform/customer-no.ts'

/**
 * Twenty digits: the moment, then seven at random. Numbers stay in order, which keeps indexes
 * compact, and nobody can count customers or guess a neighbour's number.
 */
export function newCustomerNo(now: Date): CustomerNo {
  return customerNo(`${String(now.getTime()).padStart(13, '0')}${digits(7)}`)
}

/** Sixteen digits at random; it names the account without being its key. */
export function newUserId(): string {
  return `${digits(8)}${digits(8)}`
}

function digits(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, '0')
}
