import type { KeyObject } from 'node:crypto'
import type { PublicKey } from '@qingzhou/contract/sealing/cipher'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { ServiceFees } from '@qingzhou/domain/cost/service-fee'
import type { ClockWatch } from '@qingzhou/platform/clock-skew'
import type { EndOfDay, EndOfDayResult } from '@qingzhou/lending/end-of-day/end-of-day'
import type { Log } from '@qingzhou/platform/log'
import type { Printer } from '@qingzhou/platform/documents/print'
import type { Signer } from '@qingzhou/platform/documents/signing/signer'
import type { PlatformServices } from '@qingzhou/platform/services'
import type { StaffOidc } from '@qingzhou/providers/staff-oidc/port'
import type { Providers } from '@qingzhou/providers/providers'

/** The dependencies of use cases: database, providers, clock, keys. */
export type Services = PlatformServices & {
  readonly providers: Providers
  readonly printer: Printer
  /** Signs documents as the lender. */
  readonly signer: Signer
  readonly sealing: Sealing
  readonly log: Log
  readonly mode: 'sandbox' | 'production'
  /** Whether goods are sold. Without a mall, its calls do not exist. */
  readonly hasMall: boolean
  readonly imageCode: 'drawing' | 'altcha'
  readonly staffSecondFactor: 'required' | 'optional'
  /** The key of the lender's admin platform, if it hands its users over. */
  readonly adminPlatformKey: KeyObject | undefined
  /** The lender's OpenID provider, if staff may sign in by it. */
  readonly staffOidc: StaffOidc | undefined
  /** About how many loans are recomputed from the audit log each night. 0 for none. */
  readonly loansRecomputedPerNight: number
  /** After a restore, until what the providers moved meanwhile is booked. */
  readonly isRecovering: boolean
  /** The service fees of the products; empty if none charges any. */
  readonly serviceFees: ServiceFees
  readonly version: string
  /** The product's own address, without a trailing slash. */
  readonly publicOrigin: string
  /** What the QR code of the official account holds. */
  readonly officialAccountUrl: string | undefined
  /** The calendar day in Shanghai. */
  readonly today: () => LocalDate
  /** The business date, which the end of day moves. */
  readonly businessDate: () => Promise<LocalDate>
  /** Runs the end of day up to a date, day by day, never beyond the database's calendar. */
  readonly endOfDay: (until: LocalDate, options: EndOfDayOptions) => Promise<EndOfDayResult>
  /** Whether `now` is reliable. */
  readonly clock: Pick<ClockWatch, 'fault'>
}

export type EndOfDayOptions = Pick<EndOfDay, 'debits' | 'signal'>

/** What a browser needs to seal a body. */
export type Sealing = {
  newest(): Promise<PublicKey>
  readonly bodyForm: 'blocks' | 'session'
}
