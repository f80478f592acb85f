import type { KeyObject } from 'node:crypto'
import type { PublicKey } from '@qingzhou/contract/sealing/cipher'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { ServiceFees } from '@qingzhou/domain/cost/service-fee'
import type { ClockWatch } from './clock-skew.ts'
import type { Database } from './database/database.ts'
import type { Limiter } from './database/rate-limit-store.ts'
import type { Vault } from './database/vault/vault.ts'
import type { Files } from './files/files.ts'
import type { EndOfDay, EndOfDayResult } from '#features/end-of-day/end-of-day.ts'
import type { Log } from './log.ts'
import type { Printer } from './documents/print.ts'
import type { Signer } from './documents/signing/signer.ts'
import type { Providers } from '#providers/providers.ts'
import type { Tasks } from './tasks/tasks.ts'

/** The dependencies of use cases: database, providers, clock, keys. */
export type Services = {
  readonly database: Database
  readonly providers: Providers
  readonly vault: Vault
  readonly limiter: Limiter
  readonly files: Files
  /** The task queue. Tasks are enqueued in the caller's transaction. */
  readonly tasks: Tasks
  readonly printer: Printer
  /** Signs documents as the lender. */
  readonly signer: Signer
  readonly sealing: Sealing
  readonly log: Log
  readonly mode: 'sandbox' | 'production'
  readonly imageCode: 'drawing' | 'altcha'
  readonly staffSecondFactor: 'required' | 'optional'
  /** The key of the lender's admin platform, if it hands its users over. */
  readonly adminPlatformKey: KeyObject | undefined
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
  readonly now: () => Date
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
