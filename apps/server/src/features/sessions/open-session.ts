import { timingSafeEqual } from 'node:crypto'
import type { Session } from '@qingzhou/platform/caller'
import { newId, newToken, type CustomerNo } from '@qingzhou/platform/ids'
import { WriteRefused } from '@qingzhou/platform/database/database-unavailable'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Services } from '#services.ts'
import type { SessionApp, StoredSession } from './session-store.ts'
import {
  deleteSession,
  deleteCustomerSessions,
  deviceHashOf,
  extendSession,
  findBySecret,
  insertSession,
  saveDevice,
} from './session-store.ts'

type Rule = readonly [pattern: RegExp, name: string]

/** The first match wins: an app's browser also names the system browser. */
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
  [/MicroMessenger\//i, '消息应用'],
  [/AlipayClient\//i, '支付应用'],
  [/MQQBrowser|QQ\//i, 'QQ 浏览器'],
  [/UCBrowser/i, 'UC 浏览器'],
  [/HuaweiBrowser/i, '华为浏览器'],
  [/MiuiBrowser/i, '小米浏览器'],
  [/Edg(e|A|iOS)?\//i, 'Edge'],
  [/Firefox\/|FxiOS\//i, 'Firefox'],
  [/Chrome\/|CriOS\//i, 'Chrome'],
  [/Safari\//i, 'Safari'],
]

/** A user agent as a readable label, such as `Android · 消息应用`; never the raw text. */
export function deviceNameOf(userAgent: string): string {
  const names = [systems, browsers].flatMap(
    (rules) => rules.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [],
  )
  return names.length === 0 ? '未知设备' : names.join(' · ')
}

export const SESSION_LASTS_MS = 24 * 60 * 60_000

export type OpenedSession = {
  readonly token: string
  readonly secret: string
  readonly deviceName: string
  /** The customer was never signed in on this device before. */
  readonly isNewDevice: boolean
}

/**
 * Opens a session with a new token pair at every sign-in, which prevents session fixation. Ends an
 * older session of the same customer on the same device.
 */
export async function openSession(
  db: Queryable,
  services: Pick<Services, 'vault' | 'now'>,
  opened: {
    readonly customer: CustomerNo
    readonly deviceId: string | undefined
    readonly userAgent?: string
    readonly app?: SessionApp | undefined
    readonly awaitsFace?: boolean
  },
): Promise<OpenedSession> {
  const { vault, now } = services
  const { customer, deviceId, userAgent = '', app, awaitsFace = false } = opened
  const token = newToken()
  const secret = newToken()
  const deviceName = deviceNameOf(userAgent)
  const openedAt = now()
  await insertSession(db, {
    id: newId(),
    customer,
    tokenHash: vault.hash('session', token),
    secretHash: vault.hash('session', secret),
    deviceHash: deviceHashOf(vault, deviceId),
    openedAt,
    expiresAt: new Date(openedAt.getTime() + SESSION_LASTS_MS),
    deviceName,
    app,
    awaitsFace,
  })
  const isNewDevice = await saveDevice(db, services, { customer, deviceId })
  return { token, secret, deviceName, isNewDevice }
}

/** Ends a session: its token pair becomes invalid. */
export async function endSession(db: Queryable, sessionId: string): Promise<void> {
  await deleteSession(db, sessionId)
}

/** Ends all sessions of a customer, after a phone change or a limit cancellation. */
export async function endSessions(db: Queryable, customer: CustomerNo): Promise<void> {
  await deleteCustomerSessions(db, customer)
}

/** Avoids a database write at every call. */
const RENEWAL_INTERVAL_MS = 5 * 60_000

type Deps = Pick<Services, 'vault' | 'now'>

/** Finds the session of a token pair; both parts are required and must belong together. */
export async function findSession(
  db: Queryable,
  services: Deps,
  { token, secret }: { readonly token: string; readonly secret: string },
): Promise<Session | undefined> {
  const secretHash = services.vault.hash('session', secret)
  const stored = await findBySecret(db, { secretHash, now: services.now() })
  return (await confirmSession(db, services, { stored, token }))?.session
}

/** The customer of the session that the HttpOnly cookie belongs to. */
export async function customerOfSecret(
  db: Queryable,
  { vault, now }: Deps,
  secret: string,
): Promise<CustomerNo | undefined> {
  const secretHash = vault.hash('session', secret)
  return (await findBySecret(db, { secretHash, now: now() }))?.customer
}

type ConfirmedSession = {
  readonly session: Session
  /** The session was extended, so the cookie has to be extended too. */
  readonly isRenewed: boolean
}

/**
 * The second part of `findSession`, for the HTTP layer, which reads the row together with other
 * data.
 */
export async function confirmSession(
  db: Queryable,
  { vault, now }: Deps,
  found: { readonly stored: StoredSession | undefined; readonly token: string | undefined },
): Promise<ConfirmedSession | undefined> {
  const { stored, token } = found
  if (!stored || token === undefined) return undefined
  if (!timingSafeEqual(stored.tokenHash, vault.hash('session', token))) return undefined

  const usedAt = now()
  const expiresAt = new Date(usedAt.getTime() + SESSION_LASTS_MS)
  const isOld = expiresAt.getTime() - stored.expiresAt.getTime() > RENEWAL_INTERVAL_MS
  const isRenewed = isOld && (await updateExpiry(db, { id: stored.id, usedAt, expiresAt }))
  const { id, customer, awaitsFace } = stored
  return { session: { id, customer, ...(awaitsFace && { awaitsFace }) }, isRenewed }
}

/** If the database cannot be written, the session keeps its expiry and stays valid for reading. */
async function updateExpiry(
  db: Queryable,
  session: { readonly id: string; readonly usedAt: Date; readonly expiresAt: Date },
): Promise<boolean> {
  try {
    await extendSession(db, session)
    return true
  } catch (error) {
    if (error instanceof WriteRefused) return false
    throw error
  }
}
