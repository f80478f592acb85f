import { useEffect } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { ApiError } from '#platform/api/api-error.ts'
import { callsOf } from '#platform/api/api.ts'
import { channelCode } from '#platform/browser/browser.ts'
import { logEvent } from '#platform/browser/log.ts'
import { readCookie } from '#platform/browser/cookies.ts'
import { checksDevices } from '#platform/browser/config.ts'
import { deviceId, read, removeDeviceKeys, store } from '#platform/browser/storage.ts'

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

let asked:
  | { readonly token: string | undefined; readonly readiness: Promise<DeviceReadiness> }
  | undefined

/** Gives the session its keys, unless it has them. They stay the same for the whole session. */
export async function ensureDeviceKeys(): Promise<void> {
  const token = readCookie('token')
  if (!token || !checksDevices) return
  if (asked?.token !== token) {
    if (readinessOf(storedKeys()) === 'full') return
    asked = { token, readiness: fetchDeviceKeys() }
  }
  const mine = asked
  // Without an answer the next act asks again.
  if ((await mine.readiness) === 'none' && asked === mine) asked = undefined
}

/** Sends a call that needs the keys of this phone. Keys that the server does not accept are dropped. */
export async function withDeviceKeys<Result>(send: () => Promise<Result>): Promise<Result> {
  await ensureDeviceKeys()
  try {
    return await send()
  } catch (error) {
    if (error instanceof ApiError && error.code === codes.deviceUnconfirmed) {
      asked = undefined
      removeDeviceKeys()
    }
    throw error
  }
}

/**
 * For a screen that leads to such a call: the fingerprint takes a slow phone most of a second, so it
 * is computed while the borrower reads.
 */
export function useDeviceKeysSoon(): void {
  useEffect(() => {
    // Safari has no idle callbacks.
    const whenIdle = window.requestIdleCallback ?? setTimeout
    whenIdle(() => void ensureDeviceKeys())
  }, [])
}

export function storedKeys(): Keys {
  return { first: read('deviceBqsId'), second: read('deviceTdId') }
}

/**
 * Requests the two device keys, up to five times. Never throws: a phone without keys may continue.
 */
export async function fetchDeviceKeys(
  ask: () => Promise<Keys> = askServer,
  pause: () => Promise<void> = shortPause,
): Promise<DeviceReadiness> {
  const token = readCookie('token')
  let keys: Keys = {}
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const answer = await ask().catch((): Keys => ({}))
    keys = { first: answer.first ?? keys.first, second: answer.second ?? keys.second }
    if (readinessOf(keys) === 'full') break
    if (tries < TRIES_MAX) await pause()
  }
  // Keys that were asked for in another session are not those of this one.
  remember(readCookie('token') === token ? keys : {})
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
 * What the second vendor derives its key from. The library is loaded when keys are requested. A browser that refuses it is still known by its number.
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
