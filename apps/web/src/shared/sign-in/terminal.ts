import { lender, config } from '#platform/browser/config.ts'
import { phoneSystem, userAgent } from '#platform/browser/browser.ts'
import { clientIp } from '#platform/api/common-fields.ts'
import { locate, locationState, type Place } from '#platform/browser/geolocation.ts'

/** Describes the phone, with the given position or, if that is permitted already, the present one. */
export async function describeTerminal(known?: Place) {
  const [place, ip] = await Promise.all([known ?? placeIfAllowed(), clientIp()])
  const environmentInfo = {
    userAgentCust: printable(userAgent()).slice(0, 512),
    ...(place && { latiTude: place.latitude.toFixed(6), longiTude: place.longitude.toFixed(6) }),
    ...(ip !== null && { ip }),
  }
  return { terminalInfo: terminalInfo(), environmentInfo }
}

function terminalInfo() {
  return {
    appName: 'qingzhou',
    appType: 'h5',
    appVersion: config().version ?? '0',
    lang: 'CN',
    systemVersion: phoneSystem(),
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
