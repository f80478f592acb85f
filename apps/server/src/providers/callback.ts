import type { Money } from '@qingzhou/domain/money/money'

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
