import { browserKind, type BrowserKind } from './browser.ts'
import { emit } from '#platform/api/api-error.ts'

export type Place = { readonly latitude: number; readonly longitude: number }

export class LocationError extends Error {}

const settings = { enableHighAccuracy: false, maximumAge: 30_000, timeout: 20_000 }

export const UNSUPPORTED = '当前浏览器不支持获取地理位置'

export const DENIED = '您拒绝了使用位置查询服务'

/** The codes of GeolocationPositionError. */
const messages: Readonly<Record<number, string>> = {
  1: DENIED,
  2: '获取位置信息失败',
  3: '连接超时，请重试',
}

/** Whether the position may be read without a dialog. Older browsers cannot tell before they ask. */
export type LocationState = 'granted' | 'denied' | 'prompt' | 'unsupported'

export async function locationState(): Promise<LocationState> {
  // Some in-app browsers lack it, contrary to the type.
  if (!(navigator.geolocation as Geolocation | undefined)) return 'unsupported'
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state
  } catch {
    return 'prompt'
  }
}

/** Returns the position. Only the payment app's page shows why it is unavailable. */
export async function locate(
  // Some in-app browsers lack it, contrary to the type.
  geolocation = navigator.geolocation as Geolocation | undefined,
  browser: BrowserKind = browserKind(),
): Promise<Place> {
  if (!geolocation) {
    await emit({ kind: 'message', text: UNSUPPORTED })
    throw new LocationError(UNSUPPORTED)
  }
  try {
    return await placeBy(geolocation)
  } catch (error) {
    if (browser === 'wallet') await emit({ kind: 'message', text: messageOf(error) })
    throw new LocationError(messageOf(error), { cause: error })
  }
}

function placeBy(geolocation: Geolocation): Promise<Place> {
  return new Promise((resolve, reject) => {
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code }) => reject(new LocationError(messages[code] ?? '获取位置信息失败')),
      settings,
    )
  })
}

function messageOf(error: unknown): string {
  return error instanceof LocationError ? error.message : '获取位置信息失败'
}
