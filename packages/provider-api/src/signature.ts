import { createHmac, timingSafeEqual } from 'node:crypto'

/** The fields covered by a signature: a message cannot be altered, redirected or replayed later. */
export type SignedContent = {
  readonly direction: Direction
  readonly path: string
  readonly timestamp: string
  readonly nonce: string
  readonly body: string
}

/**
 * The direction of a message: our request to a provider, its answer, or its callback to us. One
 * secret signs all three, so the direction is part of the signature: a message recorded in one
 * direction is not accepted in another.
 */
export type Direction = 'request' | 'answer' | 'callback'

export const SIGNATURE_HEADERS = {
  timestamp: 'x-provider-timestamp',
  nonce: 'x-provider-nonce',
  signature: 'x-provider-signature',
} as const

/** Set on every response of the sandbox, and never by a real gateway. */
export const SANDBOX_HEADER = 'x-qingzhou-sandbox'

/** The accepted clock difference; older messages are refused. */
export const SIGNATURE_WINDOW_MS = 5 * 60_000

export function signatureOf(secret: string, signed: SignedContent): string {
  const { direction, path, timestamp, nonce, body } = signed
  return createHmac('sha256', secret)
    .update([direction, path, timestamp, nonce, body].join('\n'))
    .digest('hex')
}

export function isSignedBy(secret: string, signed: SignedContent, signature: string): boolean {
  const expected = Buffer.from(signatureOf(secret, signed))
  const received = Buffer.from(signature)
  return expected.length === received.length && timingSafeEqual(expected, received)
}

/** The three headers of a signed message. An answer has the nonce of its request. */
export function signedHeaders(secret: string, signed: SignedContent): Record<string, string> {
  return {
    [SIGNATURE_HEADERS.timestamp]: signed.timestamp,
    [SIGNATURE_HEADERS.nonce]: signed.nonce,
    [SIGNATURE_HEADERS.signature]: signatureOf(secret, signed),
  }
}
