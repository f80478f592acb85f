import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { readBase } from './base.ts'
import { tryOut } from './dry-run.ts'
import { insertNote } from './note-store.ts'
import { versionOf } from './proposal-version.ts'
import {
  expiryOf,
  kindOf,
  loggingRefusals,
  reasonOf,
  verify,
  type ProposalDeps,
} from './propose.ts'
import {
  decideProposal,
  expireProposals,
  findProposal,
  lockProposal,
  markSentBack,
  renewProposal,
  type ProposalRecord,
} from './proposal-store.ts'
import {
  lacksEvidence,
  requireAmount,
  requireApprover,
  requireOther,
  requireOtherMember,
  requirePermission,
  requireStaff,
  type Acting,
} from './rules.ts'

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
  { proposalNo, version }: ProposalChoice,
): Promise<ProposalOutcome> {
  return loggingRefusals(deps, { staff, about: `proposal=${proposalNo} act=approve` }, async () => {
    requirePermission(staff, 'approve')
    await endExpired(deps)
    const failure = new Failure()
    try {
      return await deps.database.inTransaction((tx) =>
        approveIn(tx, deps, { staff, proposalNo, version, failure }),
      )
    } catch (error) {
      if (!(error instanceof Refused) || error !== failure.cause) throw error
      return deps.database.inTransaction((tx) =>
        recordFailure(tx, deps, { staff, proposalNo, result: error.refusal.kind }),
      )
    }
  })
}

type ProposalChoice = {
  readonly proposalNo: string
  /** What the approver saw. A command shows and decides in one step. */
  readonly version?: string | undefined
}

/** The refusal by which the act itself failed, as opposed to the approval. */
class Failure {
  cause: unknown
}

type ApprovalInput = ProposalChoice & { readonly staff: Acting }

async function approveIn(
  tx: Transaction,
  deps: ProposalDeps,
  { staff, proposalNo, version, failure }: ApprovalInput & { readonly failure: Failure },
): Promise<ProposalOutcome> {
  const proposal = await lockUndecided(tx, deps, proposalNo)
  const { proposedBy, reason, customer, amount, base, sentBackAt } = proposal
  const kind = kindOf(deps, proposal.kind)
  requireApprover(staff, kind)
  await requireOther(tx, staff, proposedBy)
  await requireStaff(tx, deps, staff, customer)
  requireAmount(staff, 'approve', amount)
  if (version !== undefined && version !== versionOf(deps, proposal)) {
    throw new Refused({ kind: 'proposal-changed' })
  }
  const services = { ...deps, database: inside(tx) }
  const act = kind.read(proposal.parameters)
  await requireOtherMember(tx, deps, staff, act)
  const isMoved = sentBackAt !== undefined || (await readBase(tx, services, act)) !== base
  if (isMoved) throw new Refused({ kind: 'proposal-base-moved' })
  if (await lacksEvidence(tx, deps, { proposalNo, kind }))
    throw new Refused({ kind: 'evidence-needed' })
  const approval = { proposalNo, reason, proposedBy, approvedBy: staff.staffNo }
  let result: string
  try {
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
  { staff, proposalNo, result }: ApprovalInput & { readonly result: string },
): Promise<ProposalOutcome> {
  const proposal = await lockUndecided(tx, deps, proposalNo)
  await decide(tx, deps, { staff, proposal, state: 'failed', result })
  return { state: 'failed', result }
}

/** Rejects a proposal, or withdraws one's own. */
export async function reject(
  deps: ProposalDeps,
  staff: Acting,
  {
    proposalNo,
    reason,
    part,
  }: {
    readonly proposalNo: string
    readonly reason: string
    /** A reviewer refuses, a proposer withdraws. A command leaves it to who calls it. */
    readonly part?: 'reviewer' | 'proposer'
  },
): Promise<void> {
  await loggingRefusals(deps, { staff, about: `proposal=${proposalNo} act=reject` }, async () => {
    const rejection = reasonOf({ reason })
    await endExpired(deps)
    await deps.database.inTransaction(async (tx) => {
      const proposal = await lockUndecided(tx, deps, proposalNo)
      const isOwn = proposal.proposedBy === staff.staffNo
      if (isOwn && part === 'reviewer') throw new Refused({ kind: 'own-proposal' })
      if (!isOwn && part === 'proposer') throw new Refused({ kind: 'staff-not-allowed' })
      requirePermission(staff, isOwn ? 'make' : 'approve')
      if (!isOwn) requireApprover(staff, kindOf(deps, proposal.kind))
      await requireStaff(tx, deps, staff, isOwn ? undefined : proposal.customer)
      await decide(tx, deps, { staff, proposal, state: 'rejected', result: '', rejection })
    })
  })
}

/**
 * Renews one's own proposal after its base has moved, or after a reviewer sent it back: the dry run
 * is repeated on the present state, and the term begins again.
 */
export async function renew(
  deps: ProposalDeps,
  staff: Acting,
  { proposalNo }: { readonly proposalNo: string },
): Promise<void> {
  await loggingRefusals(deps, { staff, about: `proposal=${proposalNo} act=renew` }, async () => {
    requirePermission(staff, 'make')
    await endExpired(deps)
    const found = await findProposal(deps.database, deps, proposalNo)
    requireUndecided(found)
    if (found.proposedBy !== staff.staffNo) throw new Refused({ kind: 'staff-not-allowed' })
    const act = kindOf(deps, found.kind).read(found.parameters)
    // Before the proposal is locked: an erasure deletes it in the dry run.
    const { base, amount, ...effect } = await tryOut(deps, staff, { act, reason: found.reason })
    await verify(deps, act)
    await deps.database.inTransaction(async (tx) => {
      const proposal = await lockUndecided(tx, deps, proposalNo)
      const { customer, sentBackAt } = proposal
      await requireStaff(tx, deps, staff, customer)
      if (base === proposal.base && sentBackAt === undefined) {
        throw new Refused({ kind: 'field-invalid', message: '提议后情况没有变动，无需更新' })
      }
      requireAmount(staff, 'make', amount)
      const renewedAt = deps.now()
      const expiresAt = expiryOf(renewedAt)
      await renewProposal(tx, deps, { proposalNo, base, amount, effect, renewedAt, expiresAt })
      await note(tx, deps, { staff, proposal, act: 'renew' })
    })
  })
}

/** Asks the proposer to renew a proposal. Until then it cannot be approved. */
export async function sendBack(
  deps: ProposalDeps,
  staff: Acting,
  { proposalNo, reason }: { readonly proposalNo: string; readonly reason: string },
): Promise<void> {
  await loggingRefusals(
    deps,
    { staff, about: `proposal=${proposalNo} act=send-back` },
    async () => {
      requirePermission(staff, 'approve')
      const text = reasonOf({ reason })
      await endExpired(deps)
      await deps.database.inTransaction(async (tx) => {
        const proposal = await lockUndecided(tx, deps, proposalNo)
        requireApprover(staff, kindOf(deps, proposal.kind))
        await requireOther(tx, staff, proposal.proposedBy)
        await requireStaff(tx, deps, staff, proposal.customer)
        await markSentBack(tx, { proposalNo, at: deps.now() })
        await note(tx, deps, { staff, proposal, act: 'send-back', text })
      })
    },
  )
}

async function note(
  tx: Transaction,
  deps: ProposalDeps,
  written: {
    readonly staff: Acting
    readonly proposal: ProposalRecord
    readonly act: 'renew' | 'send-back'
    readonly text?: string
  },
): Promise<void> {
  const { staff, proposal, act, text } = written
  const { proposalNo, kind, customer } = proposal
  const { staffNo: writtenBy } = staff
  await insertNote(tx, deps, { proposalNo, customer, act, text, writtenBy, writtenAt: deps.now() })
  await recordStaffAct(tx, deps, {
    staff,
    act: `${act}-proposal`,
    ...(customer && { customer }),
    about: `proposal=${proposalNo} kind=${kind}`,
  })
}

/** Ends what was not decided in time, in a transaction of its own: the refusal that follows keeps it. */
export async function endExpired({ database, now }: ProposalDeps): Promise<void> {
  await database.inTransaction(async (tx) => {
    for (const proposalNo of await expireProposals(tx, now())) {
      const about = `proposal=${proposalNo}`
      await recordStaffAct(tx, { now }, { staff: 'nobody', act: 'expire-proposal', about })
    }
  })
}

export async function lockUndecided(
  tx: Transaction,
  deps: ProposalDeps,
  proposalNo: string,
): Promise<ProposalRecord> {
  const proposal = await lockProposal(tx, deps, proposalNo)
  requireUndecided(proposal)
  return proposal
}

export function requireUndecided(
  proposal: ProposalRecord | undefined,
): asserts proposal is ProposalRecord {
  if (!proposal) throw new Refused({ kind: 'proposal-unknown' })
  const { state } = proposal
  if (state !== 'proposed') throw new Refused({ kind: 'proposal-decided', state })
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
  const acts = {
    done: 'approve-proposal',
    failed: 'fail-proposal',
    rejected: 'reject-proposal',
  } as const
  const about = `proposal=${proposalNo} kind=${kind}${result === '' ? '' : ` ${result}`}`
  await recordStaffAct(tx, deps, {
    staff,
    act: acts[state],
    ...(customer && { customer }),
    about: about.slice(0, 200),
  })
}
