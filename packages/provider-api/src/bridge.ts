import { createHmac } from 'node:crypto'

/** What a page hands to the messaging app's bridge to have a payment shown, in the app's own words. */
export type BridgeOrder = {
  readonly appId: string
  /** Seconds since 1970, as text. */
  readonly timeStamp: string
  readonly nonceStr: string
  /** `prepay_id=…`. */
  readonly package: string
  readonly signType: 'HMAC-SHA256'
}

/** How long an order may lie about before the bridge takes it for old. */
export const BRIDGE_WINDOW_MS = 15 * 60_000

/**
 * The app signs it again and compares: a page cannot have another order shown than the lender's own.
 * The names stand in the order of the alphabet, the key at the end.
 */
export function bridgeSignature(secret: string, order: BridgeOrder): string {
  const { appId, nonceStr, package: prepaid, signType, timeStamp } = order
  const text = `appId=${appId}&nonceStr=${nonceStr}&package=${prepaid}&signType=${signType}&timeStamp=${timeStamp}`
  return createHmac('sha256', secret).update(`${text}&key=${secret}`).digest('hex').toUpperCase()
}
