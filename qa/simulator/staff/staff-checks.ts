import type { PoolDatabase } from '@qingzhou/platform/database/pool'
import type { World } from '#simulator/world.ts'
import { mayApprove, type Staff } from './office.ts'

/** What still waits for staff, counted by queries of our own: one line per queue. */
export async function openQueues({ owner }: Pick<World, 'owner'>): Promise<string[]> {
  const [row = {}] = await owner.query<Record<string, bigint>>(`
    SELECT (SELECT count(*) FROM proposals WHERE state = 'proposed') AS proposals,
           (SELECT count(*) FROM evidence WHERE state = 'toReview') AS evidence,
           (SELECT count(*) FROM face_attempts WHERE state = 'review') AS face_checks,
           (SELECT count(*) FROM credit_referrals WHERE state = 'open') AS credit_reviews,
           (SELECT count(*) FROM transfer_differences
             WHERE settled_at IS NULL AND resolution IS NULL) AS transfers,
           (SELECT count(*) FROM operational_exceptions
             WHERE resolved_at IS NULL AND accepted_at IS NULL) AS exceptions,
           (SELECT count(*) FROM end_of_day_failures) AS nights,
           (SELECT count(*) FROM tasks WHERE dead_at IS NOT NULL AND NOT is_cancelled) AS tasks,
           (SELECT count(*) FROM refunds WHERE state IN ('owed', 'sent')) AS refunds`)
  return Object.entries(row)
    .filter(([, open]) => open > 0n)
    .map(([queue, open]) => `${queue}: ${open} wait for staff`)
}

type Decision = {
  proposal_no: string
  proposed_by: string
  decided_by: string | null
  is_late: boolean
  approvals: bigint
}

/**
 * The four eyes of every approved proposal, from the tables alone: the rules of the simulation say who
 * may approve what, and the staff log has one approval of each.
 */
export async function fourEyesViolations({
  owner,
  staff,
}: Pick<World, 'staff'> & { readonly owner: Pick<PoolDatabase, 'query'> }): Promise<string[]> {
  const rows = await owner.query<Decision>(`
    SELECT proposal_no, proposed_by, decided_by, decided_at >= expires_at AS is_late,
           (SELECT count(*) FROM staff_log
             WHERE act IN ('approve-proposal', 'fail-proposal') AND actor = decided_by
               AND about LIKE 'proposal=' || proposal_no || ' %') AS approvals
      FROM proposals WHERE state IN ('done', 'failed') ORDER BY proposal_no`)
  return rows.flatMap((row) => {
    const { proposal_no: proposalNo, is_late: isLate, approvals } = row
    const proposed = staff.proposals.get(proposalNo)
    const decider = memberNo(staff, row.decided_by ?? '')
    if (!proposed || !decider) return [`${proposalNo}: no member of staff remembers it`]
    return [
      ...(proposed.by.staffNo === row.proposed_by ? [] : [`${proposalNo}: of another member`]),
      ...(mayApprove(staff, decider, proposed)
        ? []
        : [`${proposalNo}: ${proposed.kind} approved by ${decider.name}, who may not`]),
      ...(isLate ? [`${proposalNo}: approved after its expiry`] : []),
      ...(approvals === 1n ? [] : [`${proposalNo}: ${approvals} approvals in the staff log`]),
    ]
  })
}

function memberNo({ members }: Staff, staffNo: string) {
  return members.find((one) => one.staffNo === staffNo)
}
