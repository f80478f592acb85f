/** Whose browser somebody comes with: the payment app's, the messaging app's, or a phone's own. */
export type App = 'wallet' | 'messenger' | 'browser'

/** Told by the user agent. It opens no door: it only says where something was begun. */
export function appOf({ userAgent }: { readonly userAgent: string }): App {
  if (userAgent.includes('AlipayClient')) return 'wallet'
  return userAgent.includes('MicroMessenger') ? 'messenger' : 'browser'
}
