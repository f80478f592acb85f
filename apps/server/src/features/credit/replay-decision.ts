import type { Applicant, Decision } from '@qingzhou/domain/credit/policy'
import { decide, policyVersion } from '@qingzhou/domain/credit/policy'
import { fen } from '@qingzhou/domain/money/money'
import type { Services } from '#platform/services.ts'
import type { CreditReport } from '#providers/bureau/port.ts'
import type { DecisionRecord } from './decision-store.ts'
import { INVITATION, findDecision } from './decision-store.ts'

export type Replay = {
  readonly kept: DecisionRecord
  /** What the policy of today says of what was known then; nothing where no policy decided. */
  readonly now: Decision | undefined
  /** In what the two differ: nothing, as long as the policy is the same. */
  readonly differences: readonly string[]
}

/** Makes a decision again from what was kept of it, to be explained or compared. */
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

/** An invitation's limit was decided on elsewhere. */
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

/** JSON has no whole numbers of any size, so money is kept as digits. */
type Written<T extends object, Amounts extends keyof T> = Omit<T, Amounts> & Record<Amounts, string>
type WrittenReport = Written<CreditReport, 'owed'>
type WrittenApplicant = Omit<Written<Applicant, 'monthlyIncome'>, 'bureau'> & {
  readonly bureau: WrittenReport
}

export function reportToJson(report: CreditReport): string {
  return JSON.stringify(writtenReport(report))
}

export function reportFromJson(text: string): CreditReport {
  // Written by the function above, and sealed since.
  return readReport(JSON.parse(text) as WrittenReport)
}

/** What a decision looked at, to be kept beside it. */
export function writtenApplicant(applicant: Applicant): WrittenApplicant {
  const { monthlyIncome, bureau, ...rest } = applicant
  return { ...rest, monthlyIncome: String(monthlyIncome), bureau: writtenReport(bureau) }
}

function applicantFromJson(text: string): Applicant {
  // Written by the function above, and sealed since.
  const { monthlyIncome, bureau, ...rest } = JSON.parse(text) as WrittenApplicant
  return { ...rest, monthlyIncome: fen(BigInt(monthlyIncome)), bureau: readReport(bureau) }
}

function writtenReport({ owed, ...rest }: CreditReport): WrittenReport {
  return { ...rest, owed: String(owed) }
}

function readReport({ owed, ...rest }: WrittenReport): CreditReport {
  return { ...rest, owed: fen(BigInt(owed)) }
}
