type Rule = readonly [pattern: RegExp, name: string]

/** The first rule that fits wins: an app's own browser also names the system's one. */
const systems: readonly Rule[] = [
  [/HarmonyOS|OpenHarmony|ArkWeb/i, '鸿蒙'],
  [/Android/i, 'Android'],
  [/iPad/i, 'iPad'],
  [/iPhone|iPod/i, 'iPhone'],
  [/Windows/i, 'Windows'],
  [/Macintosh|Mac OS X/i, 'Mac'],
  [/Linux/i, 'Linux'],
]

const browsers: readonly Rule[] = [
  [/MicroMessenger\//i, '微信'],
  [/AlipayClient\//i, '支付宝'],
  [/MQQBrowser|QQ\//i, 'QQ 浏览器'],
  [/UCBrowser/i, 'UC 浏览器'],
  [/HuaweiBrowser/i, '华为浏览器'],
  [/MiuiBrowser/i, '小米浏览器'],
  [/Edg(e|A|iOS)?\//i, 'Edge'],
  [/Firefox\/|FxiOS\//i, 'Firefox'],
  [/Chrome\/|CriOS\//i, 'Chrome'],
  [/Safari\//i, 'Safari'],
]

/** A user agent in words that a borrower knows, such as `Android · 微信`. Never the text itself. */
export function deviceNameOf(userAgent: string): string {
  const names = [systems, browsers].flatMap(
    (rules) => rules.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [],
  )
  return names.length === 0 ? '未知设备' : names.join(' · ')
}
