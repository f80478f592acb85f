import { randomUUID } from 'node:crypto'
import type { Handlers } from '@qingzhou/contract/shapes'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import type { Callers, SignedInCaller } from '@qingzhou/server/platform/caller.ts'
import type { CustomerNo } from '@qingzhou/server/platform/customer-no.ts'
import type { Outside } from './outside.ts'

/** The calls of the product, made without a browser. */
export type Calls = Handlers<Callers>

/** A test person who applies, and what they have at hand. */
export type Applicant = {
  readonly person: TestPerson
  readonly caller: SignedInCaller
  readonly calls: Calls
  readonly outside: Outside
}

const DESK_CHANNEL = '000000000004'

/** Calls as the person would from a browser of their own. */
export function callerFor(customer: CustomerNo): SignedInCaller {
  return {
    requestId: `desk-${randomUUID()}`,
    ip: '127.0.0.1',
    userAgent: 'desk',
    deviceId: `desk-${customer}`,
    channel: DESK_CHANNEL,
    uriId: undefined,
    session: { id: 'desk', customer },
    readSecret: () => undefined,
    setSecretCookie: () => undefined,
  }
}

/** Of the phone that the desk stands in for. */
export const fingerprint = {
  firstDeviceId: 'desk',
  secondBlackBox: 'desk',
  channel: DESK_CHANNEL,
}

export const terminal = {
  terminalInfo: {
    appName: '轻舟',
    appType: 'h5',
    appVersion: 'desk',
    lang: 'CN',
    systemVersion: 'desk',
    terminalType: 'h5',
  },
  environmentInfo: { userAgentCust: 'desk' },
} as const

export const agreementsAsked = {
  prodSubNo: '103001',
  channelCode: DESK_CHANNEL,
  eventType: '0101',
  hasFund: false,
} as const
