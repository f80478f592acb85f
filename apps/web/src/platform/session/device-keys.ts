import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { callsOf } from '#platform/api/api.ts'
import { channelCode } from '#platform/browser/browser.ts'
import { logEvent } from '#platform/browser/log.ts'
import { deviceId, store } from '#platform/browser/storage.ts'

/** Both fingerprint keys, one of them, or none. */
export type DeviceReadiness = 'full' | 'partial' | 'none'

type Keys = { readonly first?: string | undefined; readonly second?: string | undefined }

const TRIES_MAX = 5
const PAUSE_MS = 200

const onboarding = callsOf('onboarding', { deviceKeys: onboardingShapes.deviceKeys })

let readiness: DeviceReadiness = 'none'

export function deviceReadiness(): DeviceReadiness {
  return readiness
}

/**
 * Requests the two device keys, up to five times. Never throws: a phone without keys may continue.
 */
export async function fetchDeviceKeys(
  ask: () => Promise<Keys> = askServer,
  pause: () => Promise<void> = shortPause,
): Promise<DeviceReadiness> {
  let keys: Keys = {}
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const answer = await ask().catch((): Keys => ({}))
    keys = { first: answer.first ?? keys.first, second: answer.second ?? keys.second }
    if (readinessOf(keys) === 'full') break
    if (tries < TRIES_MAX) await pause()
  }
  remember(keys)
  if (readiness !== 'full') logEvent(`device-keys.${readiness}`, 'warn')
  return readiness
}

async function askServer(): Promise<Keys> {
  return onboarding.deviceKeys(
    { firstDeviceId: deviceId(), secondBlackBox: await blackBox(), channel: channelCode() },
    { leaveOutcome: true },
  )
}

/**
 * What the second vendor derives its key from. The library is loaded when keys are requested, after
 * the first page. A browser that refuses it is still known by its number.
 */
async function blackBox(): Promise<string> {
  const mark = await import('./fingerprint.ts')
    .then(async ({ fingerprint }) => fingerprint())
    .catch(() => 'none')
  return `${deviceId()}|${mark}`
}

function shortPause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}

function readinessOf({ first, second }: Keys): DeviceReadiness {
  const count = [first, second].filter((key) => key !== undefined && key !== '').length
  return count === 2 ? 'full' : count === 1 ? 'partial' : 'none'
}

/** A phone with one key is marked on the page for the embedding app. */
function remember(keys: Keys): void {
  readiness = readinessOf(keys)
  if (keys.first !== undefined) store('deviceBqsId', keys.first)
  if (keys.second !== undefined) store('deviceTdId', keys.second)
  if (readiness === 'partial') document.documentElement.dataset['deviceKeys'] = 'partial'
  else delete document.documentElement.dataset['deviceKeys']
}
