import type { Access, StaffRole } from '@qingzhou/contract/calls'
import type { CustomerNo } from './customer-no.ts'

/** HttpOnly cookies that a use case may ask the browser to keep. */
export type SecretCookie = 'session' | 'staff' | 'authorisation' | 'codes'

/** Who is on the line, as far as anybody who calls can be known. Knows nothing of HTTP. */
export type Caller = {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
  readonly deviceId: string | undefined
  readonly channel: string
  readonly uriId: string | undefined
  readonly session: Session | undefined
  readSecret(cookie: SecretCookie): string | undefined
  /** Without a value: the browser forgets it. */
  setSecretCookie(cookie: SecretCookie, value: string | undefined): void
}

export type Session = { readonly id: string; readonly customer: CustomerNo }

export type SignedInCaller = Caller & { readonly session: Session }

/** A member of staff, as of this very call: what was taken away a moment ago is not there. */
export type StaffMember = {
  readonly staffNo: string
  readonly username: string
  readonly name: string
  /** The address of a picture; none for who has no picture. */
  readonly avatar: string
  readonly roles: readonly StaffRole[]
}

export type StaffCaller = Caller & { readonly staff: StaffMember }

/** Who reaches a handler, by the access its call asks for. */
export type Callers = {
  readonly [A in Access]: { public: Caller; signedIn: SignedInCaller; staff: StaffCaller }[A]
}
