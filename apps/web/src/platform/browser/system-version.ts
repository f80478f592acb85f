import { userAgent } from './browser.ts'

/** A version that no system has, for an agent that names none. */
const VERSION_UNKNOWN = '0'

/** An iPad that requests desktop pages names a Macintosh, and its version only as that of Safari. */
const VERSIONS = [
  /\bOS (\d+(?:[._]\d+){0,3}) like Mac OS X/,
  /(?:Open|\b)Harmony(?:OS)?[ /](\d+(?:\.\d+){0,3})/,
  /\bAndroid (\d+(?:\.\d+){0,3})/,
  /\bWindows NT (\d+(?:\.\d+){0,3})/,
  /\bVersion\/(\d+(?:\.\d+){0,3}) Safari/,
  /\bMac OS X (\d+(?:[._]\d+){0,3})/,
] as const

/** The version of the phone's system: 17.5, 14. */
export function systemVersion(agent = userAgent()): string {
  const found = VERSIONS.map((pattern) => pattern.exec(agent)?.[1]).find(Boolean)
  return found?.replaceAll('_', '.') ?? VERSION_UNKNOWN
}
