import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Decision } from '@qingzhou/domain/credit/policy'
import { explainRules } from '#features/credit/index.ts'
import { fen } from '@qingzhou/domain/money/money'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'

type ApplicationRow = {
  application_no: string
  channel: string
  step: string
  opened_at: Date
  submitted_at: Date | null
  policy_version: string | null
  outcome: Decision['outcome'] | null
  grade: string | null
  amount_fen: bigint | null
  reasons: string[] | null
  points: { for: string; points: number }[] | null
  retry_on: LocalDate | null
  decision_at: Date | null
  review_state: 'open' | 'approved' | 'refused' | 'lapsed' | null
  review_amount_fen: bigint | null
  review_ground: string | null
  review_ended_at: Date | null
}

/** The applications of a customer with their decisions, without what they were decided on. */
export async function listApplications(db: Queryable, customer: CustomerNo) {
  const rows = await db.query<ApplicationRow>(
    `SELECT application_no, channel, step, opened_at, submitted_at, decision.policy_version,
            decision.outcome, decision.grade, decision.amount_fen, decision.reasons,
            decision.points, decision.retry_on, decision.decided_at AS decision_at, referral.state AS review_state,
            referral.amount_fen AS review_amount_fen, referral.ground AS review_ground,
            referral.ended_at AS review_ended_at
       FROM credit_applications
       LEFT JOIN decisions AS decision USING (customer_no, application_no)
       LEFT JOIN credit_referrals AS referral USING (customer_no, application_no)
      WHERE customer_no = $1 ORDER BY opened_at DESC, application_no`,
    [customer],
  )
  return rows.map((row) => ({
    applicationNo: row.application_no,
    channel: row.channel,
    step: row.step,
    openedAt: row.opened_at.getTime(),
    submittedAt: row.submitted_at?.getTime(),
    decision:
      row.outcome && row.policy_version !== null && row.decision_at
        ? {
            policyVersion: row.policy_version,
            outcome: row.outcome,
            grade: row.grade ?? undefined,
            amount: row.amount_fen === null ? undefined : fen(row.amount_fen),
            reasons: row.reasons ?? [],
            rules: explainRules({
              policyVersion: row.policy_version,
              outcome: row.outcome,
              reasons: row.reasons ?? [],
              points: row.points ?? [],
            }),
            points: row.points ?? [],
            retryOn: row.retry_on ?? undefined,
            decidedAt: row.decision_at.getTime(),
            review: reviewOf(row),
          }
        : undefined,
  }))
}

/** What a person has decided after the rules. */
function reviewOf(row: ApplicationRow) {
  if (row.review_state === null) return undefined
  return {
    state: row.review_state,
    amount: row.review_amount_fen === null ? undefined : fen(row.review_amount_fen),
    ground: row.review_ground ?? undefined,
    endedAt: row.review_ended_at?.getTime(),
  }
}
