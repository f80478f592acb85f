import type { Applicant, CreditReport, Source } from '@qingzhou/domain/credit/applicant'
import {
  decide,
  sourcesLeftOut,
  notAsked,
  policyVersion,
  type Decision,
} from '@qingzhou/domain/credit/policy'
import { fen, displayYuan } from '@qingzhou/domain/money/money'
import type { Services } from '#services.ts'
import { findReferral, type Referral } from './referral/referral-store.ts'
import {
  INVITATION,
  findDecision,
  findOrigin,
  type DecisionRecord,
  type Origin,
} from './decision-store.ts'
import { displayAnnualRate } from '@qingzhou/domain/cost/annual-rate'
import { product } from '@qingzhou/domain/product'

type Replay = {
  readonly record: DecisionRecord
  /** The result of today's policy for the stored inputs; undefined if no policy decided. */
  readonly now: Decision | undefined
  /** The differences between both results; empty as long as the policy is unchanged. */
  readonly differences: readonly string[]
}

/** Repeats a decision from its stored inputs, to explain or compare it. */
export async function replayDecision(
  services: Pick<Services, 'database' | 'vault'>,
  applyNo: string,
): Promise<Replay | undefined> {
  const record = await findDecision(services.database, services, applyNo)
  if (!record) return undefined
  if (!isByPolicy(record)) return { record, now: undefined, differences: [] }

  const now = decide(applicantFromJson(record.inputs), record.decidedOn)
  const [before, after] = [partsOf(record), partsOf(flat(now))]
  const differences = Object.keys(before).filter((name) => before[name] !== after[name])
  const isOld = record.policyVersion !== policyVersion
  return { record, now, differences: isOld ? ['policyVersion', ...differences] : differences }
}

/** The limit of an invitation was not decided by the policy. */
function isByPolicy({ policyVersion: version }: DecisionRecord): boolean {
  return version !== INVITATION
}

type Flat = Pick<
  DecisionRecord,
  'outcome' | 'grade' | 'amountFen' | 'reasons' | 'points' | 'retryOn'
>

function flat(decision: Decision): Flat {
  const { outcome, points } = decision
  if (decision.outcome === 'approved') {
    const { grade, amount } = decision
    return { outcome, points, grade, amountFen: amount, reasons: [], retryOn: undefined }
  }
  if (decision.outcome === 'referred') {
    const { grade, amount, reasons } = decision
    return { outcome, points, grade, amountFen: amount, reasons, retryOn: undefined }
  }
  const { reasons, retryOn } = decision
  return { outcome, points, grade: undefined, amountFen: undefined, reasons, retryOn }
}

function partsOf(decision: Flat): Record<string, string> {
  const { outcome, grade, amountFen, reasons, points, retryOn } = decision
  return {
    outcome,
    grade: grade ?? '',
    amount: String(amountFen ?? ''),
    reasons: reasons.join(),
    points: points.map((row) => `${row.for}:${row.points}`).join(),
    retryOn: retryOn ?? '',
  }
}

/** JSON has no bigint, so money is stored as a string of digits. */
type WithTextAmounts<T extends object, Amounts extends keyof T> = Omit<T, Amounts> &
  Record<Amounts, string>
type WrittenReport = WithTextAmounts<CreditReport, 'owed'>
type WrittenApplicant = Omit<WithTextAmounts<Applicant, 'monthlyIncome'>, 'bureau'> & {
  readonly bureau?: WrittenReport
}

export function reportToJson(report: CreditReport): string {
  return JSON.stringify(writtenReport(report))
}

export function reportFromJson(text: string): CreditReport {
  // Written by the function above and stored encrypted.
  return readReport(JSON.parse(text) as WrittenReport)
}

/** The inputs of a decision as stored with it. */
export function writtenApplicant(applicant: Applicant): WrittenApplicant {
  const { monthlyIncome, bureau, ...rest } = applicant
  const written = { ...rest, monthlyIncome: String(monthlyIncome) }
  return bureau ? { ...written, bureau: writtenReport(bureau) } : written
}

/** The inputs of a stored decision. */
export function applicantFromJson(text: string): Applicant {
  // Written by the function above and stored encrypted.
  const { monthlyIncome, bureau, ...rest } = JSON.parse(text) as WrittenApplicant
  const applicant = { ...rest, monthlyIncome: fen(BigInt(monthlyIncome)) }
  return bureau ? { ...applicant, bureau: readReport(bureau) } : applicant
}

function writtenReport({ owed, ...rest }: CreditReport): WrittenReport {
  return { ...rest, owed: String(owed) }
}

function readReport({ owed, ...rest }: WrittenReport): CreditReport {
  return { ...rest, owed: fen(BigInt(owed)) }
}

/** A decision as readable lines: outcome, reasons, points and inputs. */
export async function explainDecision(
  services: Pick<Services, 'database' | 'vault'>,
  applyNo: string,
): Promise<readonly string[] | undefined> {
  const replay = await replayDecision(services, applyNo)
  if (!replay) return undefined
  const { record, now, differences } = replay
  const total = record.points.reduce((sum, { points }) => sum + points, 0)
  return [
    `Application ${applyNo}, decided on ${record.decidedOn} by policy ${record.policyVersion}`,
    ...originLines(await findOrigin(services.database, services, applyNo)),
    `Outcome: ${outcomeOf(record)}`,
    ...personLines(await findReferral(services.database, applyNo)),
    ...record.reasons.map((reason) => `Ground: ${reason}`),
    ...record.points.map((row) => `${String(row.points).padStart(6)}  ${row.for}`),
    ...(record.points.length > 0 ? [`${String(total).padStart(6)}  points in all`] : []),
    ...missingLines(record),
    `Known then: ${record.inputs}`,
    now
      ? againOf(differences)
      : 'Decided before the application was made: there is no policy to ask.',
  ]
}

/** What the lender did without, and which rules and characteristics were not asked for that. [U11] */
function missingLines(record: DecisionRecord): string[] {
  if (!isByPolicy(record)) return []
  return sourcesLeftOut(record.points).map(
    (source) => `Not checked: ${sourceNames[source]} (${notAsked([source]).join(', ')})`,
  )
}

const sourceNames: Readonly<Record<Source, string>> = {
  bureau: 'credit bureau',
  devices: 'device',
}

/** What a person has decided after the rules. */
function personLines(referral: Referral | undefined): string[] {
  if (!referral) return []
  const { state, decidedBy, amount, ground } = referral
  const by = decidedBy === undefined ? '' : ` by ${decidedBy}`
  const what = amount === undefined ? (ground ?? '') : `${displayYuan(amount)} yuan`
  return [`Review by a person: ${[`${state}${by}`, what].filter(Boolean).join(', ')}`]
}

function originLines({ channel, linkChannel, uriId, subChannel }: Origin): string[] {
  const parts = [
    channel && `channel ${channel}`,
    linkChannel && linkChannel !== channel && `link channel ${linkChannel}`,
    uriId && `link ${uriId}`,
    subChannel && `sub-channel ${subChannel}`,
  ].filter(Boolean)
  return parts.length > 0 ? [`Came by ${parts.join(', ')}`] : []
}

function outcomeOf({ outcome, grade, amountFen, retryOn }: DecisionRecord): string {
  if (amountFen === undefined) return `${outcome}; may apply again from ${retryOn} on`
  const rates: Readonly<Record<string, bigint>> = product.gradeRatesPpm
  const rate = displayAnnualRate(rates[grade ?? ''] ?? 0n)
  return `${outcome}, grade ${grade}, ${displayYuan(fen(amountFen))} yuan at ${rate} a year`
}

function againOf(differences: readonly string[]): string {
  if (differences.length === 0) return 'Decided again just now: the same.'
  return `Decided again by the policy of today, it differs in: ${differences.join(', ')}.`
}
