import type { Refusal } from '@qingzhou/domain/refusal'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { endExpired } from './decide-proposal.ts'
import { readBase } from './base.ts'
import { tryOut, type DryRun } from './dry-run.ts'
import { kindOf, type ProposalDeps } from './propose.ts'
import type { Acting } from './rules.ts'
import {
  findProposal,
  listProposals,
  type ListedProposal,
  type ProposalFilter,
  type ProposalRecord,
} from './proposal-store.ts'

/** Proposals without their contents, the newest first. */
export async function readProposals(
  deps: ProposalDeps,
  staff: Acting,
  filter: ProposalFilter,
): Promise<ListedProposal[]> {
  await endExpired(deps)
  return deps.database.inTransaction(async (tx) => {
    const listed = await listProposals(tx, filter)
    const about = `state=${filter.state ?? 'any'} count=${listed.length}`
    await recordStaffAct(tx, deps, { staff, act: 'list-proposals', about })
    return listed
  })
}

export type ShownProposal = ProposalRecord & {
  /** What an approval would change now. Empty once it is decided. */
  readonly lines: readonly string[]
  /** The same in figures. */
  readonly run: DryRun | undefined
  /** Why an approval would fail now. */
  readonly refusal: Refusal | undefined
  /** What it depends on has changed since it was proposed. */
  readonly isMoved: boolean
}

/** One proposal with what it would change now. The look is recorded before it is shown. */
export async function showProposal(
  deps: ProposalDeps,
  staff: Acting,
  { proposalNo }: { readonly proposalNo: string },
): Promise<ShownProposal> {
  await endExpired(deps)
  const proposal = await findProposal(deps.database, deps, proposalNo)
  if (!proposal) throw new Refused({ kind: 'proposal-unknown' })
  const { kind, customer } = proposal
  await recordStaffAct(deps.database, deps, {
    staff,
    act: 'look-at-proposal',
    ...(customer && { customer }),
    about: `proposal=${proposalNo} kind=${kind}`,
  })
  return { ...proposal, ...(await effectOf(deps, proposal)) }
}

/** The parameters of the newest undecided proposal of a kind for a customer. */
export async function findOpenParameters(
  deps: ProposalDeps,
  { kind, customer }: { readonly kind: string; readonly customer: CustomerNo },
): Promise<ProposalRecord['parameters'] | undefined> {
  const open = await listProposals(deps.database, { state: 'proposed', customer, count: OPEN_MAX })
  const found = open.find((proposal) => proposal.kind === kind)
  return found && (await findProposal(deps.database, deps, found.proposalNo))?.parameters
}

const OPEN_MAX = 100

/** Whether an undecided proposal has to be renewed before it can be approved. */
export async function hasMoved(
  deps: ProposalDeps,
  { state, kind, parameters, base, sentBackAt }: ProposalRecord,
): Promise<boolean> {
  if (state !== 'proposed') return false
  if (sentBackAt !== undefined) return true
  const act = kindOf(deps, kind).read(parameters)
  try {
    return (await readBase(deps.database, deps, act)) !== base
  } catch (error) {
    // What its facts described is gone.
    if (error instanceof Refused) return true
    throw error
  }
}

async function effectOf(
  deps: ProposalDeps,
  proposal: ProposalRecord,
): Promise<Pick<ShownProposal, 'lines' | 'run' | 'refusal' | 'isMoved'>> {
  const { kind, parameters, state, proposedBy, reason } = proposal
  const none = { lines: [], run: undefined, refusal: undefined, isMoved: false }
  if (state !== 'proposed') return none
  const isMoved = await hasMoved(deps, proposal)
  try {
    const act = kindOf(deps, kind).read(parameters)
    const run = await tryOut(deps, { staffNo: proposedBy }, { act, reason })
    return { lines: [...run.lines], run, refusal: undefined, isMoved }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { ...none, refusal: error.refusal, isMoved }
  }
}
