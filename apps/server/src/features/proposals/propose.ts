import { minutesAfter } from '@qingzhou/platform/clock'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import { timeOrderedNo, type CustomerNo } from '@qingzhou/platform/ids'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { lockActiveStaff, isOwnAccount } from '#features/staff-members/index.ts'
import type { StaffMember } from '@qingzhou/platform/caller'
import type { AnyProposalKind, ProposalServices, ProposedAct } from './proposal-kind.ts'
import { insertProposal } from './proposal-store.ts'

export type ProposalDeps = ProposalServices & { readonly kinds: readonly AnyProposalKind[] }

/** Who acts: a member of staff as of this call. */
export type Acting = Pick<StaffMember, 'staffNo' | 'roles'>

export type ProposeInput = {
  readonly kind: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly reason: string
}

const DAYS_OPEN = 7
const MINUTES_OPEN = DAYS_OPEN * 24 * 60
const REASON_MAX = 500

/**
 * Proposes an act. It is performed and rolled back first, so that what cannot be done is refused
 * before anyone is asked to approve it. Returns what would change.
 */
export async function propose(
  deps: ProposalDeps,
  staff: Acting,
  input: ProposeInput,
): Promise<{ readonly proposalNo: string; readonly lines: readonly string[] }> {
  if (kindOf(deps, input.kind).isAlone) throw new Error(`${input.kind} is done by one person`)
  const act = actOf(deps, staff, input)
  const reason = reasonOf(input)
  const lines = await tryOut(deps, staff, { act, reason })
  const { database, now } = deps
  const proposalNo = await database.inTransaction(async (tx) => {
    await requireStaff(tx, staff, act.customer)
    const proposedAt = now()
    const inserted = await insertProposal(tx, deps, {
      kind: input.kind,
      customer: act.customer,
      parameters: act.parameters,
      reason,
      proposedBy: staff.staffNo,
      proposedAt,
      expiresAt: minutesAfter(proposedAt, MINUTES_OPEN),
    })
    if (!inserted.isNew) {
      throw new Refused({ kind: 'proposal-open', proposalNo: inserted.proposalNo })
    }
    const about = `proposal=${inserted.proposalNo} kind=${input.kind}`
    const { customer } = act
    await recordStaffAct(tx, deps, { staff, act: 'propose', ...(customer && { customer }), about })
    return inserted.proposalNo
  })
  return { proposalNo, lines }
}

/**
 * Performs at once what one member of staff may do alone. Returns what has changed. Any other act is
 * an error of the caller, not a refusal: it has to be proposed.
 */
export async function actAlone(
  deps: ProposalDeps,
  staff: Acting,
  input: ProposeInput,
): Promise<{ readonly lines: readonly string[]; readonly result: string }> {
  if (!kindOf(deps, input.kind).isAlone) throw new Error(`${input.kind} needs two people`)
  const act = actOf(deps, staff, input)
  const reason = reasonOf(input)
  return deps.database.inTransaction(async (tx) => {
    await requireStaff(tx, staff, act.customer)
    const services = { ...deps, database: inside(tx) }
    const lines = await act.describe(services)
    const { staffNo } = staff
    const actNo = timeOrderedNo('act-', deps.now())
    const approval = { proposalNo: actNo, reason, proposedBy: staffNo, approvedBy: staffNo }
    const result = await act.perform(services, approval)
    const { customer } = act
    const about = `act=${actNo}${result === '' ? '' : ` ${result}`}`.slice(0, 200)
    await recordStaffAct(tx, deps, {
      staff,
      act: input.kind,
      ...(customer && { customer }),
      about,
    })
    return { lines, result }
  })
}

/** The dry run: what would change, or the refusal. Nothing is stored except the look. */
export async function rehearse(
  deps: ProposalDeps,
  staff: Acting,
  input: ProposeInput,
): Promise<string[]> {
  const act = actOf(deps, staff, input)
  const lines = await tryOut(deps, staff, { act, reason: input.reason })
  const { customer } = act
  await recordStaffAct(deps.database, deps, {
    staff,
    act: 'rehearse-proposal',
    ...(customer && { customer }),
    about: `kind=${input.kind}`,
  })
  return lines
}

function actOf(deps: ProposalDeps, staff: Acting, input: ProposeInput): ProposedAct {
  const kind = kindOf(deps, input.kind)
  if (kind.proposers && !kind.proposers.some((role) => staff.roles.includes(role))) {
    throw new Refused({ kind: 'staff-not-allowed' })
  }
  return kind.read(input.parameters)
}

export function kindOf({ kinds }: Pick<ProposalDeps, 'kinds'>, name: string): AnyProposalKind {
  const kind = kinds.find((one) => one.kind === name)
  if (!kind) throw new Error(`unknown kind of proposal: ${name}`)
  return kind
}

export function reasonOf({ reason }: { readonly reason: string }): string {
  const text = reason.trim()
  if (text !== '' && text.length <= REASON_MAX) return text
  throw new Refused({ kind: 'field-invalid', message: `请填写原因，最多 ${REASON_MAX} 字` })
}

/** Nobody proposes or decides about their own account, or after they were disabled. */
export async function requireStaff(
  tx: Transaction,
  { staffNo }: Acting,
  customer: CustomerNo | undefined,
): Promise<void> {
  if ((await lockActiveStaff(tx, staffNo)) === undefined) {
    throw new Refused({ kind: 'staff-not-allowed' })
  }
  if (customer && (await isOwnAccount(tx, { staffNo, customer }))) {
    throw new Refused({ kind: 'own-loan' })
  }
}

class RolledBack extends Error {}

/** Performs an act and rolls it back. Returns what it would change; throws the refusal. */
export async function tryOut(
  deps: ProposalDeps,
  { staffNo }: Pick<Acting, 'staffNo'>,
  { act, reason }: { readonly act: ProposedAct; readonly reason: string },
): Promise<string[]> {
  let lines: string[] = []
  try {
    await deps.database.inTransaction(async (tx) => {
      const services = { ...deps, database: inside(tx) }
      lines = await act.describe(services)
      const approval = { proposalNo: 'P0', reason, proposedBy: staffNo, approvedBy: 'S0' }
      await act.perform(services, approval)
      throw new RolledBack('a dry run changes nothing')
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
  return lines
}
