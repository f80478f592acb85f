import type { Refusal } from '@qingzhou/domain/refusal'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { endExpired } from './decide-proposal.ts'
import { kindOf, tryOut, type Acting, type ProposalDeps } from './propose.ts'
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
  /** Why an approval would fail now. */
  readonly refusal: Refusal | undefined
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

async function effectOf(
  deps: ProposalDeps,
  { kind, parameters, state, proposedBy, reason }: ProposalRecord,
): Promise<Pick<ShownProposal, 'lines' | 'refusal'>> {
  if (state !== 'proposed') return { lines: [], refusal: undefined }
  try {
    const act = kindOf(deps, kind).read(parameters)
    const lines = await tryOut(deps, { staffNo: proposedBy }, { act, reason })
    return { lines, refusal: undefined }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { lines: [], refusal: error.refusal }
  }
}
