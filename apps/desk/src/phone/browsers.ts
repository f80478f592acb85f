/** The browsers the app can run in, with their user agents. */
export type Browser = 'plain' | 'wallet' | 'messenger'

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Sandbox Phone) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/126.0.0.0 Mobile Safari/537.36'

export const userAgents: Record<Browser, string> = {
  plain: PHONE,
  wallet: `${PHONE} AlipayClient/10.6.0 Language/zh-Hans`,
  messenger: `${PHONE} MicroMessenger/8.0.50 Language/zh_CN`,
}

export const browsers: readonly { value: Browser; label: string }[] = [
  { value: 'plain', label: '浏览器' },
  { value: 'wallet', label: '支付应用' },
  { value: 'messenger', label: '消息应用' },
]

/** The channel of a link: the payment app has its own, the others share one. */
export function channelOf(browser: Browser): string {
  return browser === 'wallet' ? '000000000003' : '000000000004'
}
