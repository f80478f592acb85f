import type { Access, StaffRole } from '@qingzhou/contract/calls'
import type { CustomerNo } from './customer-no.ts'

/** HttpOnly cookies that a use case may set. */
export type SecretCookie = 'session' | 'staff' | 'authorisation' | 'codes'

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
  readonly channel: string
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

export type Session = { readonly id: string; readonly customer: CustomerNo }

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
