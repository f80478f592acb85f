import { randomBytes, randomUUID } from 'node:crypto'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import { deviceNameOf } from './device-name.ts'
import { deviceHashOf, rememberDevice } from './known-device-store.ts'
import { insertSession, type SessionApp } from './session-store.ts'

export const SESSION_LASTS_MS = 24 * 60 * 60_000

export type OpenedSession = {
  readonly token: string
  readonly secret: string
  readonly deviceName: string
  /** The customer was never signed in on this device before. */
  readonly isNewDevice: boolean
}

/**
 * Opens a session: a fresh pair at every sign-in, so that nothing known before it is worth
 * anything after. An older session of the same person on the same device ends.
 */
export async function openSession(
  db: Queryable,
  services: Pick<Services, 'vault' | 'now'>,
  opened: {
    readonly customer: CustomerNo
    readonly deviceId: string | undefined
    readonly userAgent?: string
    readonly app?: SessionApp | undefined
  },
): Promise<OpenedSession> {
  const { vault, now } = services
  const { customer, deviceId, userAgent = '', app } = opened
  const token = randomBytes(32).toString('base64url')
  const secret = randomBytes(32).toString('base64url')
  const deviceName = deviceNameOf(userAgent)
  const openedAt = now()
  await insertSession(db, {
    id: randomUUID(),
    customer,
    tokenHash: vault.hash('session', token),
    secretHash: vault.hash('session', secret),
    deviceHash: deviceHashOf(vault, deviceId),
    openedAt,
    expiresAt: new Date(openedAt.getTime() + SESSION_LASTS_MS),
    deviceName,
    app,
  })
  const isNewDevice = await rememberDevice(db, services, { customer, deviceId })
  return { token, secret, deviceName, isNewDevice }
}
