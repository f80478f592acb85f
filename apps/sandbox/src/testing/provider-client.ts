import { randomUUID } from 'node:crypto'
import { SIGNATURE_HEADERS, isSignedBy, signatureOf } from '@qingzhou/provider-api/signature'
import type { SignedContent } from '@qingzhou/provider-api/signature'

export const SECRET = 'a secret that only tests know'

/** Sends a request as the server would, with the fields that a test spoils. */
export async function ask(
  url: string,
  path: string,
  content: unknown,
  spoiled: Partial<SignedContent> & { readonly secret?: string; readonly sentBody?: string } = {},
): Promise<{ status: number; content: unknown; isSigned: boolean }> {
  const { secret = SECRET, sentBody, ...changed } = spoiled
  const fresh = { timestamp: String(Date.now()), nonce: randomUUID() }
  const body = JSON.stringify(content)
  const signed: SignedContent = { direction: 'request', path, ...fresh, body, ...changed }
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADERS.timestamp]: signed.timestamp,
      [SIGNATURE_HEADERS.nonce]: signed.nonce,
      [SIGNATURE_HEADERS.signature]: signatureOf(secret, signed),
    },
    body: sentBody ?? signed.body,
  })
  const answered = await response.text()
  return {
    status: response.status,
    content: JSON.parse(answered),
    isSigned: isAnswerSigned({ path, body: answered, askedWith: signed.nonce }, response),
  }
}

function isAnswerSigned(
  answer: { readonly path: string; readonly body: string; readonly askedWith: string },
  { headers }: Response,
): boolean {
  const nonce = headers.get(SIGNATURE_HEADERS.nonce) ?? ''
  const timestamp = headers.get(SIGNATURE_HEADERS.timestamp) ?? ''
  const signature = headers.get(SIGNATURE_HEADERS.signature) ?? ''
  const { path, body, askedWith } = answer
  const signed = { direction: 'answer', path, timestamp, nonce, body } as const
  return nonce === askedWith && isSignedBy(SECRET, signed, signature)
}
