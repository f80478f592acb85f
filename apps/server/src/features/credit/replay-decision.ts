import { decide, policyVersion, type Decision } from '@qingzhou/domain/credit/policy'
import type { Services } from '#platform/services.ts'
import { applicantFromJson } from './applicant-json.ts'
import { findDecision, INVITATION, type DecisionRecord } from './decision-store.ts'

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
