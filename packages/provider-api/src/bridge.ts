import { createHmac } from 'node:crypto'

/**
 * The parameters that a page passes to the messaging app's bridge to show a payment, under the
 * app's names.
 */
export type BridgeOrder = {
  readonly appId: string
  /** Seconds since 1970, as text. */
  readonly timeStamp: string
  readonly nonceStr: string
  /** `prepay_id=…`. */
  readonly package: string
  readonly signType: 'HMAC-SHA256'
}

/** The age after which the bridge refuses an order. */
export const BRIDGE_WINDOW_MS = 15 * 60_000

/**
 * The app recomputes and compares the signature, so a page cannot show an order other than the
 * lender's. Parameters are in alphabetical order, with the key at the end.
 */
export function bridgeSignature(secret: string, order: BridgeOrder): string {
  const { appId, nonceStr, package: prepaid, signType, timeStamp } = order
  const text = `appId=${appId}&nonceStr=${nonceStr}&package=${prepaid}&signType=${signType}&timeStamp=${timeStamp}`
  return createHmac('sha256', secret).update(`${text}&key=${secret}`).digest('hex').toUpperCase()
}
