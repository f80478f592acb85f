import { browserKind, phoneSystem, userAgent } from '#platform/browser.ts'
import { clientIp } from '#platform/client-ip.ts'
import { config } from '#platform/config.ts'
import { locate } from '#platform/geolocation.ts'
import type { Place } from '#platform/geolocation.ts'
import { onboarding } from './onboarding-calls.ts'

/** Tells the server which phone is there, and where if it may be known. Never in anybody's way. */
export async function reportTerminal(): Promise<void> {
  const [place, ip] = await Promise.all([placeIfAllowed(), clientIp()])
  const environmentInfo = {
    userAgentCust: printable(userAgent()).slice(0, 512),
    ...(place && { latiTude: place.latitude.toFixed(6), longiTude: place.longitude.toFixed(6) }),
    ...(ip !== null && { ip }),
  }
  // Nothing the borrower does depends on it, so a failure is not theirs to hear of.
  await onboarding
    .saveTerminal({ terminalInfo: terminalInfo(), environmentInfo }, { leaveOutcome: true })
    .catch(() => undefined)
}

function terminalInfo() {
  return {
    appName: 'qingzhou',
    appType: 'h5',
    appVersion: config().version ?? '0',
    lang: 'CN',
    systemVersion: phoneSystem(),
    terminalType: 'h5',
    productType: 'loan',
  } as const
}

/** The payment app asks on its own terms; elsewhere nobody is asked who has not agreed before. */
async function placeIfAllowed(): Promise<Place | undefined> {
  if (browserKind() !== 'wallet' && !(await isAllowedAlready())) return undefined
  return locate().catch(() => undefined)
}

async function isAllowedAlready(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' })
    return state === 'granted'
  } catch {
    // Older browsers cannot be asked without asking the person.
    return false
  }
}

function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ')
}
