import { isIPv6 } from 'node:net'
import type { Access } from '@qingzhou/contract/calls'
import type { StaffRole } from '@qingzhou/contract/permissions'
import type { CustomerNo } from './ids.ts'

/** The browser in use: that of the payment app, that of the messaging app, or a plain one. */
export type App = 'wallet' | 'messenger' | 'browser'

/**
 * Reads the app from the user agent. It grants nothing: it only records where something was
 * started.
 */
export function appOf({ userAgent }: { readonly userAgent: string }): App {
  if (userAgent.includes('AlipayClient')) return 'wallet'
  return userAgent.includes('MicroMessenger') ? 'messenger' : 'browser'
}

/**
 * The network of an address. IPv6 is reduced to its /64, because one connection may use a new address
 * for every request.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('::')
  const front = head.split(':').filter(Boolean)
  const back = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length
  return [...front, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...back].slice(0, 4).join(':')
}

/** HttpOnly cookies that a use case may set. */
export type SecretCookie = 'session' | 'staff' | 'staffOidc' | 'authorisation' | 'codes'

/** The caller of a use case, independent of HTTP. */
export type Caller = {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
  readonly deviceId: string | undefined
  /** The vendors' keys as sent by the phone: they may belong to another one. */
  readonly deviceKeys: {
    readonly first?: string | undefined
    readonly second?: string | undefined
  }
  /** The channel of the browser. It decides whose face check is used and what is signed for it. */
  readonly channel: string
  /** The channel of the link that the customer came by (`extendChannelCode`). */
  readonly linkChannel: string
  readonly uriId: string | undefined
  /** The sub-channel of the campaign. */
  readonly subChannel: string | undefined
  /** The application that the phone is working on. */
  readonly applyNo: string | undefined
  readonly session: Session | undefined
  readSecret(cookie: SecretCookie): string | undefined
  /** Without a value, the browser deletes the cookie. */
  setSecretCookie(cookie: SecretCookie, value: string | undefined): void
}

export type Session = {
  readonly id: string
  readonly customer: CustomerNo
  /** It may only make the face check that returns the access after a stolen phone. */
  readonly awaitsFace?: boolean
}

export type SignedInCaller = Caller & { readonly session: Session }

/** A member of staff as of this call: changes of roles take effect at once. */
export type StaffMember = {
  readonly staffNo: string
  readonly username: string
  readonly name: string
  /** The address of a picture. Empty if there is none. */
  readonly avatar: string
  readonly roles: readonly StaffRole[]
}

export type StaffCaller = Caller & { readonly staff: StaffMember }

/** The caller type of a handler, by the access its call requires. */
export type Callers = {
  readonly [A in Access]: { public: Caller; signedIn: SignedInCaller; staff: StaffCaller }[A]
}
