import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a signature covers: nothing of a message can be changed, moved or sent again later. */
export type Signed = {
  readonly path: string
  readonly timestamp: string
  readonly nonce: string
  readonly body: string
}

export const SIGNATURE_HEADERS = {
  timestamp: 'x-provider-timestamp',
  nonce: 'x-provider-nonce',
  signature: 'x-provider-signature',
} as const

/** How far two clocks may differ before a message counts as old. */
export const SIGNATURE_WINDOW_MS = 5 * 60_000

export function signatureOf(secret: string, { path, timestamp, nonce, body }: Signed): string {
  return createHmac('sha256', secret)
    .update([path, timestamp, nonce, body].join('\n'))
    .digest('hex')
}

export function isSignedBy(secret: string, signed: Signed, signature: string): boolean {
  const expected = Buffer.from(signatureOf(secret, signed))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** The three headers of a question, or of an answer: an answer carries the nonce of its question. */
export function signedHeaders(secret: string, signed: Signed): Record<string, string> {
  return {
    [SIGNATURE_HEADERS.timestamp]: signed.timestamp,
    [SIGNATURE_HEADERS.nonce]: signed.nonce,
    [SIGNATURE_HEADERS.signature]: signatureOf(secret, signed),
  }
}
