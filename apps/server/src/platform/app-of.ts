/** The browser in use: that of the payment app, that of the messaging app, or a plain one. */
export type App = 'wallet' | 'messenger' | 'browser'

/**
 * Reads the app from the user agent. It grants nothing: it only records where something was
 * started.
 */
export function appOf({ userAgent }: { readonly userAgent: string }): App {
  if (userAgent.includes('AlipayClient')) return 'wallet'
  return userAgent.includes('MicroMessenger') ? 'messenger' : 'browser'
}
