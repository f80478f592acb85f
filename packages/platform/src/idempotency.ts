import { sha256 } from './canonical-json.ts'
import { Refused } from './refused.ts'

/**
 * Idempotency of borrower requests. The client chooses a request number and sends it again after a
 * lost response. The record that a request creates stores the number and the digest of the request
 * (`digestOf`), unique per customer. A use case looks for that record first and returns its result.
 */
type RequestRecord = { readonly fingerprint: Buffer }

/** Refuses a request number that was used before with another content. */
export function requireSameRequest(earlier: RequestRecord, { fingerprint }: RequestRecord): void {
  if (!earlier.fingerprint.equals(fingerprint)) throw new Refused({ kind: 'number-taken' })
}

/**
 * The ledger transaction number of a request. It is derived, because a client could otherwise choose
 * a number under which another operation books.
 */
export function bookingNoOf(operation: string, requestNo: string): string {
  return `${operation}-${sha256(requestNo).toString('hex').slice(0, 32)}`
}
