import { lender } from '@qingzhou/domain/lender'
import { browserKind, phoneSystem, userAgent } from '#platform/browser/browser.ts'
import { clientIp } from '#platform/api/client-ip.ts'
import { config } from '#platform/browser/config.ts'
import { locate, type Place } from '#platform/browser/geolocation.ts'

/** Describes the phone, and its position if permitted. */
export async function describeTerminal() {
  const [place, ip] = await Promise.all([placeIfAllowed(), clientIp()])
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

/** The payment app has its own permission dialog; elsewhere only an existing permission is used. */
async function placeIfAllowed(): Promise<Place | undefined> {
  if (browserKind() !== 'wallet' && !(await isAllowedAlready())) return undefined
  return locate().catch(() => undefined)
}

async function isAllowedAlready(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' })
    return state === 'granted'
  } catch {
    // Older browsers cannot query the permission silently.
    return false
  }
}

function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ')
}
