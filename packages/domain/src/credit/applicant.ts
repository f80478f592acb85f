import { assert } from '#assert.ts'
import type { Money } from '#money/money.ts'

/** All inputs of a decision. Nothing else about a person is used. [U1] */
export type Applicant = {
  readonly age: number
  readonly education: 'basic' | 'secondary' | 'college' | 'university' | 'postgraduate'
  readonly occupation: Occupation
  readonly monthlyIncome: Money
  /** Missing at a lender that asks no bureau. */
  readonly bureau?: CreditReport | undefined
  /** Missing at a lender that checks no devices. */
  readonly devices?: DeviceOpinions | undefined
}

/** The part of a credit report that a decision uses. */
export type CreditReport = {
  /** 300 to 850; higher is better. */
  readonly score: number
  readonly owed: Money
  readonly isOverdueNow: boolean
  readonly daysOverdueMaxInTwoYears: number
  readonly enquiriesInThreeMonths: number
  readonly isOnFraudList: boolean
  readonly isEnforced: boolean
}

export type DeviceOpinions = {
  readonly first?: DeviceOpinion | undefined
  readonly second?: DeviceOpinion | undefined
}

/**
 * 0 is no risk, 100 is certain fraud. Undefined if the vendor did not answer; `withheld` if the
 * phone sent no fingerprint for the vendor.
 */
export type DeviceOpinion = number | 'withheld'

export type Occupation =
  | 'public'
  | 'management'
  | 'professional'
  | 'employee'
  | 'self-employed'
  | 'retired'
  | 'freelance'
  | 'student'
  | 'other'

/** What a lender may do without. */
export type Source = 'bureau' | 'devices'

/** An applicant as a row of the tables below sees one: with the source that it needs. */
export type KnownApplicant = Omit<Applicant, Source> & {
  readonly bureau: CreditReport
  readonly devices: DeviceOpinions
}

/** Reading a source that is missing would be a mistake in the tables below. */
export function withSources(applicant: Applicant): KnownApplicant {
  const { bureau, devices } = applicant
  return {
    ...applicant,
    get bureau() {
      assert(bureau !== undefined, 'the row needs no bureau')
      return bureau
    },
    get devices() {
      assert(devices !== undefined, 'the row needs no devices')
      return devices
    },
  }
}

/** The sources that the lender did without. */
export function missingSources({ bureau, devices }: Pick<Applicant, Source>): readonly Source[] {
  return [...(bureau ? [] : (['bureau'] as const)), ...(devices ? [] : (['devices'] as const))]
}

/** Whether a row of the policy can be asked. */
export function isAsked(row: object, missing: readonly Source[]): boolean {
  return !missing.some((source) => 'needs' in row && row.needs === source)
}

/** A vendor that did not answer counts as medium risk. [U4] */
const RISK_WITHOUT_ANSWER = 60

/** The app always sends both fingerprints, so a missing one indicates tampering. [U7] */
const RISK_WHEN_WITHHELD = 100

export function deviceRisk({ devices }: KnownApplicant): number {
  return Math.max(riskIn(devices.first), riskIn(devices.second))
}

function riskIn(opinion: DeviceOpinion | undefined): number {
  return opinion === 'withheld' ? RISK_WHEN_WITHHELD : (opinion ?? RISK_WITHOUT_ANSWER)
}
