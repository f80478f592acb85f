import { minutesAfter } from '@qingzhou/platform/clock'
import { inside } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import { timeOrderedNo } from '@qingzhou/platform/ids'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { tryOut, type DryRun } from './dry-run.ts'
import type {
  AnyProposalKind,
  ProposalServices,
  ProposedAct,
  VerifyServices,
} from './proposal-kind.ts'
import { insertProposal } from './proposal-store.ts'
import {
  requireAmount,
  requireOtherMember,
  requirePermission,
  requireStaff,
  ruleOfRefusal,
  type Acting,
} from './rules.ts'

export type ProposalDeps = ProposalServices & {
  readonly kinds: readonly AnyProposalKind[]
  /** Commands have none: what a provider has to confirm is proposed in the console. */
  readonly providers?: VerifyServices['providers']
}

export type ProposeInput = {
  readonly kind: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly reason: string
}

const DAYS_OPEN = 7
const REASON_MAX = 500

export function expiryOf(proposedAt: Date): Date {
  return minutesAfter(proposedAt, DAYS_OPEN * 24 * 60)
}

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
  return loggingRefusals(deps, { staff, about: `kind=${input.kind}` }, async () => {
    const act = actOf(deps, staff, input)
    const reason = reasonOf(input)
    const run = await tryOut(deps, staff, { act, reason })
    requireAmount(staff, 'make', run.amount)
    await verify(deps, act)
    return { proposalNo: await store(deps, staff, { act, reason, run }), lines: run.lines }
  })
}

/** Asks a provider where the act needs it. */
export async function verify(deps: ProposalDeps, act: ProposedAct): Promise<void> {
  if (!act.verify) return
  const { providers } = deps
  if (!providers) throw new Error(`${act.kind}: to be proposed and renewed in the console`)
  await act.verify({ ...deps, providers })
}

async function store(
  deps: ProposalDeps,
  staff: Acting,
  proposed: { readonly act: ProposedAct; readonly reason: string; readonly run: DryRun },
): Promise<string> {
  const { act, reason, run } = proposed
  const { customer, kind, parameters } = act
  const { base, amount, ...effect } = run
  return deps.database.inTransaction(async (tx) => {
    await requireStaff(tx, deps, staff, customer)
    await requireOtherMember(tx, deps, staff, act)
    const proposedAt = deps.now()
    const inserted = await insertProposal(tx, deps, {
      kind,
      customer,
      parameters,
      reason,
      proposedBy: staff.staffNo,
      proposedAt,
      expiresAt: expiryOf(proposedAt),
      base,
      amount,
      effect,
    })
    if (!inserted.isNew) {
      throw new Refused({ kind: 'proposal-open', proposalNo: inserted.proposalNo })
    }
    const about = `proposal=${inserted.proposalNo} kind=${kind}`
    await recordStaffAct(tx, deps, { staff, act: 'propose', ...(customer && { customer }), about })
    return inserted.proposalNo
  })
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
  const { kind, isAlone } = kindOf(deps, input.kind)
  if (!isAlone) throw new Error(`${kind} needs two people`)
  return loggingRefusals(deps, { staff, about: `kind=${input.kind}` }, async () => {
    const act = actOf(deps, staff, input)
    const reason = reasonOf(input)
    return deps.database.inTransaction(async (tx) => {
      await requireStaff(tx, deps, staff, act.customer)
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
        act: kind,
        ...(customer && { customer }),
        about,
      })
      return { lines, result }
    })
  })
}

/** The dry run: what would change, or the refusal. Nothing is stored except the look. */
export async function rehearse(
  deps: ProposalDeps,
  staff: Acting,
  input: ProposeInput,
): Promise<DryRun> {
  const act = actOf(deps, staff, input)
  const run = await tryOut(deps, staff, { act, reason: input.reason })
  const { customer } = act
  await recordStaffAct(deps.database, deps, {
    staff,
    act: 'rehearse-proposal',
    ...(customer && { customer }),
    about: `kind=${input.kind}`,
  })
  return run
}

function actOf(deps: ProposalDeps, staff: Acting, input: ProposeInput): ProposedAct {
  const kind = kindOf(deps, input.kind)
  requirePermission(staff, 'make')
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

/** Records a refused act, with the rule that refused it, after its transaction has ended. */
export async function loggingRefusals<Result>(
  deps: Pick<ProposalDeps, 'database' | 'now'>,
  { staff, about }: { readonly staff: Acting; readonly about: string },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { kind } = error.refusal
    const rule = ruleOfRefusal[kind]
    await recordStaffAct(deps.database, deps, {
      staff,
      act: 'refused-proposal-act',
      about: `${about} refusal=${kind}${rule === undefined ? '' : ` rule=${rule}`}`,
    })
    throw error
  }
}
