import type { Applicant, Decision } from '@qingzhou/domain/credit/policy'
import { decide, policyVersion } from '@qingzhou/domain/credit/policy'
import { fen } from '@qingzhou/domain/money/money'
import type { Services } from '#platform/services.ts'
import type { CreditReport } from '#providers/bureau/port.ts'
import type { DecisionRecord } from './decision-store.ts'
import { INVITATION, findDecision } from './decision-store.ts'

export type Replay = {
  readonly kept: DecisionRecord
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
  const kept = await findDecision(services.database, services, applyNo)
  if (!kept) return undefined
  if (!isByPolicy(kept)) return { kept, now: undefined, differences: [] }

  const now = decide(applicantFromJson(kept.inputs), kept.decidedOn)
  const [before, after] = [partsOf(kept), partsOf(flat(now))]
  const differences = Object.keys(before).filter((name) => before[name] !== after[name])
  const isOld = kept.policyVersion !== policyVersion
  return { kept, now, differences: isOld ? ['policyVersion', ...differences] : differences }
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
type Written<T extends object, Amounts extends keyof T> = Omit<T, Amounts> & Record<Amounts, string>
type WrittenReport = Written<CreditReport, 'owed'>
type WrittenApplicant = Omit<Written<Applicant, 'monthlyIncome'>, 'bureau'> & {
  readonly bureau: WrittenReport
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
  return { ...rest, monthlyIncome: String(monthlyIncome), bureau: writtenReport(bureau) }
}

function applicantFromJson(text: string): Applicant {
  // Written by the function above and stored encrypted.
  const { monthlyIncome, bureau, ...rest } = JSON.parse(text) as WrittenApplicant
  return { ...rest, monthlyIncome: fen(BigInt(monthlyIncome)), bureau: readReport(bureau) }
}

function writtenReport({ owed, ...rest }: CreditReport): WrittenReport {
  return { ...rest, owed: String(owed) }
}

function readReport({ owed, ...rest }: WrittenReport): CreditReport {
  return { ...rest, owed: fen(BigInt(owed)) }
}
