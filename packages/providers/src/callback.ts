import type { Money } from '@qingzhou/domain/money/money'
import * as z from 'zod'
import { providerCallbacks } from '@qingzhou/provider-api/calls'
import {
  SIGNATURE_HEADERS,
  SIGNATURE_WINDOW_MS,
  isSignedBy,
} from '@qingzhou/provider-api/signature'

/** What a notice of the gateway is about. */
export const noticeKinds = [
  'binding',
  'transfer',
  'appPayment',
  'bureau',
  'mallOrder',
  'walletFace',
] as const
export type GatewayNoticeKind = (typeof noticeKinds)[number]
/** What a notice is about. */
export type NoticeKind = GatewayNoticeKind | 'walletAgreement'

/** A verified notice. It only makes us ask: its content is not believed. */
export type Notice = {
  readonly kind: NoticeKind
  /** The number of the order at the provider. */
  readonly wireNo: string
  /** The amount it names, if it does: another amount than ours is refused. */
  readonly amount?: Money
}

export type CallbackMessage = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** As received, because signatures cover the bytes. */
  readonly body: string
  readonly now: Date
}

export type NoticeRead = Notice | 'forged' | 'unreadable'

/** An address at which a provider sends notices, in the provider's own format. */
export type ProviderCallback = {
  /** For metrics and the log. */
  readonly name: string
  readonly path: string
  readonly contentType: string
  /** Verifies a message. Forged: not from the provider, or not for us. */
  read(message: CallbackMessage): NoticeRead | Promise<NoticeRead>
  /** The answer that ends the provider's repetitions. */
  readonly answer: { readonly contentType: string; readonly body: string }
}

/** The notices of the gateway: one address per kind, signed with the shared secret. */
export function gatewayCallbacks({ secret }: { readonly secret: string }): ProviderCallback[] {
  return noticeKinds.map((kind) => {
    const { path } = providerCallbacks[kind]
    return {
      name: kind,
      path,
      contentType: 'application/json',
      read(message) {
        if (!isFromGateway(message, { path, secret })) return 'forged'
        const wireNo = orderIn(kind, message.body)
        return wireNo === undefined ? 'unreadable' : { kind, wireNo }
      },
      answer: { contentType: 'application/json; charset=utf-8', body: '{}' },
    }
  })
}

/**
 * Checks signature and age. Nonces need not be stored: handling is idempotent, so a callback
 * replayed within the window changes nothing.
 */
function isFromGateway(
  { headers, body, now }: CallbackMessage,
  { path, secret }: { readonly path: string; readonly secret: string },
): boolean {
  const [timestamp = '', nonce = '', signature = ''] = [
    headers[SIGNATURE_HEADERS.timestamp],
    headers[SIGNATURE_HEADERS.nonce],
    headers[SIGNATURE_HEADERS.signature],
  ].map(String)
  const message = { direction: 'callback', path, timestamp, nonce, body } as const
  if (!isSignedBy(secret, message, signature)) return false
  return Math.abs(now.getTime() - Number(timestamp)) <= SIGNATURE_WINDOW_MS
}

const named = z.union([
  z.object({ orderNo: z.string() }).transform(({ orderNo }) => orderNo),
  z.object({ requestNo: z.string() }).transform(({ requestNo }) => requestNo),
])

function orderIn(kind: GatewayNoticeKind, body: string): string | undefined {
  try {
    const notice = providerCallbacks[kind].body.safeParse(JSON.parse(body))
    return notice.success ? named.parse(notice.data) : undefined
  } catch {
    return undefined
  }
}
