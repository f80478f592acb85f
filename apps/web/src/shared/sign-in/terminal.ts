import { lender, config } from '#platform/browser/config.ts'
import { userAgent } from '#platform/browser/browser.ts'
import { systemShapes } from '@qingzhou/contract/features/system'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { callsOf } from '#platform/api/api.ts'
import { clientIp } from '#platform/api/common-fields.ts'
import { locate, locationState, type Place } from '#platform/browser/geolocation.ts'

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

/** Describes the phone, with the given position or, if that is permitted already, the present one. */
export async function describeTerminal(known?: Place) {
  const [place, ip] = await Promise.all([known ?? placeIfAllowed(), publicAddress()])
  const environmentInfo = {
    userAgentCust: printable(userAgent()).slice(0, 512),
    ...(place && { latiTude: place.latitude.toFixed(6), longiTude: place.longitude.toFixed(6) }),
    ...(ip !== null && { ip }),
  }
  return { terminalInfo: terminalInfo(), environmentInfo }
}

const { clientIp: seenIp } = callsOf('system', { clientIp: systemShapes.clientIp })

/** The address by the configured service; without one, as our own server sees it. */
async function publicAddress(): Promise<string | null> {
  const found = await clientIp()
  if (found !== null) return found
  const seen = await seenIp({}, { quiet: true }).catch(ignoreRefusal)
  return seen?.ip ?? null
}

function terminalInfo() {
  return {
    appName: 'qingzhou',
    appType: 'h5',
    appVersion: config().version ?? '0',
    lang: 'CN',
    systemVersion: systemVersion(),
    terminalType: 'h5',
    productName: lender.product,
    productType: 'loan',
  } as const
}

/** Shows no prompt: the application form asks, with the reason. */
async function placeIfAllowed(): Promise<Place | undefined> {
  if ((await locationState()) !== 'granted') return undefined
  return locate().catch(() => undefined)
}

function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ')
}

/** The version of the phone's system: 17.5, 14. */
export function systemVersion(agent = userAgent()): string {
  const found = VERSIONS.map((pattern) => pattern.exec(agent)?.[1]).find(Boolean)
  return found?.replaceAll('_', '.') ?? VERSION_UNKNOWN
}
