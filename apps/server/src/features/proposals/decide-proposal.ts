import type { StaffRole } from '@qingzhou/contract/calls'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { kindOf, reasonOf, requireStaff, type Acting, type ProposalDeps } from './propose.ts'
import {
  decideProposal,
  expireProposals,
  lockProposal,
  type ProposalRecord,
} from './proposal-store.ts'

/** Who may approve: the roles that review. */
const approvers: readonly StaffRole[] = ['reviewer', 'admin']

export type ProposalOutcome = {
  readonly state: 'done' | 'failed'
  /** Numbers and states, or the kind of the refusal. */
  readonly result: string
}

/**
 * Approves a proposal of another member of staff and performs it in the same transaction, once. What
 * was possible when it was proposed may not be any more: then nothing is changed, and the proposal
 * has failed with the reason.
 */
export async function approve(
  deps: ProposalDeps,
  staff: Acting,
  { proposalNo }: { readonly proposalNo: string },
): Promise<ProposalOutcome> {
  if (!approvers.some((role) => staff.roles.includes(role))) {
    throw new Refused({ kind: 'staff-not-allowed' })
  }
  await endExpired(deps)
  const failure = new Failure()
  try {
    return await deps.database.inTransaction((tx) =>
      approveIn(tx, deps, { staff, proposalNo, failure }),
    )
  } catch (error) {
    if (!(error instanceof Refused) || error !== failure.cause) throw error
    return deps.database.inTransaction((tx) =>
      recordFailure(tx, deps, { staff, proposalNo, result: error.refusal.kind }),
    )
  }
}

/** The refusal by which the act itself failed, as opposed to the approval. */
class Failure {
  cause: unknown
}

type Approving = { readonly staff: Acting; readonly proposalNo: string }

async function approveIn(
  tx: Transaction,
  deps: ProposalDeps,
  { staff, proposalNo, failure }: Approving & { readonly failure: Failure },
): Promise<ProposalOutcome> {
  const proposal = await lockUndecided(tx, deps, proposalNo)
  const { proposedBy, reason, customer, kind } = proposal
  if (proposedBy === staff.staffNo) throw new Refused({ kind: 'own-proposal' })
  await requireStaff(tx, staff, customer)
  const approval = { proposalNo, reason, proposedBy, approvedBy: staff.staffNo }
  const services = { ...deps, database: inside(tx) }
  let result: string
  try {
    const act = kindOf(deps, kind).read(proposal.parameters)
    result = await act.perform(services, approval)
  } catch (error) {
    failure.cause = error
    throw error
  }
  await decide(tx, deps, { staff, proposal, state: 'done', result })
  return { state: 'done', result }
}

/** The act was rolled back. The proposal may have been decided since then. */
async function recordFailure(
  tx: Transaction,
  deps: ProposalDeps,
  { staff, proposalNo, result }: Approving & { readonly result: string },
): Promise<ProposalOutcome> {
  const proposal = await lockUndecided(tx, deps, proposalNo)
  await decide(tx, deps, { staff, proposal, state: 'failed', result })
  return { state: 'failed', result }
}

/** Rejects a proposal, or withdraws one's own. */
export async function reject(
  deps: ProposalDeps,
  staff: Acting,
  { proposalNo, reason }: { readonly proposalNo: string; readonly reason: string },
): Promise<void> {
  const rejection = reasonOf({ reason })
  await endExpired(deps)
  await deps.database.inTransaction(async (tx) => {
    const proposal = await lockUndecided(tx, deps, proposalNo)
    const isOwn = proposal.proposedBy === staff.staffNo
    if (!isOwn && !approvers.some((role) => staff.roles.includes(role))) {
      throw new Refused({ kind: 'staff-not-allowed' })
    }
    await requireStaff(tx, staff, isOwn ? undefined : proposal.customer)
    await decide(tx, deps, { staff, proposal, state: 'rejected', result: '', rejection })
  })
}

/** Ends what nobody decided in time, in a transaction of its own: the refusal that follows keeps it. */
export async function endExpired({ database, now }: ProposalDeps): Promise<void> {
  await database.inTransaction(async (tx) => {
    for (const proposalNo of await expireProposals(tx, now())) {
      const about = `proposal=${proposalNo}`
      await recordStaffAct(tx, { now }, { staff: 'nobody', act: 'expire-proposal', about })
    }
  })
}

async function lockUndecided(
  tx: Transaction,
  deps: ProposalDeps,
  proposalNo: string,
): Promise<ProposalRecord> {
  const proposal = await lockProposal(tx, deps, proposalNo)
  if (!proposal) throw new Refused({ kind: 'proposal-unknown' })
  if (proposal.state === 'proposed') return proposal
  throw new Refused({ kind: 'proposal-decided', state: proposal.state })
}

async function decide(
  tx: Transaction,
  deps: ProposalDeps,
  decision: {
    readonly staff: Acting
    readonly proposal: ProposalRecord
    readonly state: 'done' | 'failed' | 'rejected'
    readonly result: string
    readonly rejection?: string
  },
): Promise<void> {
  const { staff, proposal, state, result, rejection } = decision
  const { proposalNo, kind, customer } = proposal
  const decidedBy = staff.staffNo
  const decidedAt = deps.now()
  await decideProposal(tx, deps, { proposalNo, state, decidedBy, decidedAt, result, rejection })
  const acts = { done: 'approve-proposal', failed: 'fail-proposal', rejected: 'reject-proposal' }
  const about = `proposal=${proposalNo} kind=${kind}${result === '' ? '' : ` ${result}`}`
  await recordStaffAct(tx, deps, {
    staff,
    act: acts[state],
    ...(customer && { customer }),
    about: about.slice(0, 200),
  })
}
