import { mayDo, type StaffRole } from '@qingzhou/contract/permissions'
import type { ProposalRule } from '@qingzhou/contract/features/console/proposals'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { Refusal } from '@qingzhou/domain/refusal'
import {
  accountOfStaff,
  isOwnAccount,
  isPhoneOfStaff,
  isSamePerson,
  lockActiveStaff,
} from '#features/staff-members/index.ts'
import { findCustomer } from '#features/onboarding/index.ts'
import { findProfile } from '#features/profile/index.ts'
import type { StaffMember } from '@qingzhou/platform/caller'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { listNotes } from './note-store.ts'
import type { AnyProposalKind, ProposalServices, ProposedAct } from './proposal-kind.ts'

/** Who acts: a member of staff as of this call. */
export type Acting = Pick<StaffMember, 'staffNo' | 'roles'>

/** The rules of four eyes, by the refusal that states them. Their messages are in the HTTP layer. */
export const ruleOfRefusal: { readonly [K in Refusal['kind']]?: ProposalRule } = {
  'own-proposal': 'V1',
  'same-person': 'V1',
  'own-loan': 'V2',
  'own-access': 'V2',
  'relative-account': 'V2',
  'proposal-base-moved': 'V3',
  'proposal-changed': 'V3',
  'proposal-amount-too-high': 'V4',
  'proposal-decided': 'V5',
  'evidence-needed': 'V6',
}

type Part = 'make' | 'approve'

/** Up to which amount a role may propose or approve. No entry: not at all; `any`: any amount. */
const amountMax: { readonly [R in StaffRole]?: { readonly [P in Part]?: Money | 'any' } } = {
  operator: { make: fen(100_000_00n) },
  reviewer: { make: fen(100_000_00n), approve: fen(100_000_00n) },
  admin: { make: 'any', approve: 'any' },
}

/** The roles that may take a part in a proposal of an amount. */
export function rolesFor(part: Part, amount: Money): StaffRole[] {
  const roles = Object.entries(amountMax).filter(([, parts]) => {
    const max = parts[part]
    return max !== undefined && (max === 'any' || amount <= max)
  })
  // The keys of the table are roles.
  return roles.map(([role]) => role as StaffRole)
}

export function requirePermission(staff: Acting, part: Part): void {
  if (!mayDo(staff, `proposals:${part}`)) throw new Refused({ kind: 'staff-not-allowed' })
}

/** Each role has its limit; a member with several roles has the highest. [V4] */
export function requireAmount({ roles }: Acting, part: Part, amount: Money): void {
  const allowed = roles.map((role) => amountMax[role]?.[part])
  if (allowed.includes('any')) return
  const amounts = allowed.filter((one): one is Money => typeof one === 'bigint')
  const max = amounts.reduce((highest, one) => (one > highest ? one : highest), fen(0n))
  if (amount > max) throw new Refused({ kind: 'proposal-amount-too-high', max })
}

/** Nobody decides what they proposed, nor under a second account of the same person. [V1] */
export async function requireOther(
  db: Queryable,
  { staffNo }: Acting,
  proposedBy: string,
): Promise<void> {
  if (proposedBy === staffNo) throw new Refused({ kind: 'own-proposal' })
  if (await isSamePerson(db, [proposedBy, staffNo])) throw new Refused({ kind: 'same-person' })
}

/** Nobody acts on their own account or on a relative's, or after they were disabled. [V2] */
export async function requireStaff(
  tx: Transaction,
  deps: Pick<ProposalServices, 'vault' | 'now'>,
  { staffNo }: Acting,
  customer: CustomerNo | undefined,
): Promise<void> {
  if ((await lockActiveStaff(tx, staffNo)) === undefined) {
    throw new Refused({ kind: 'staff-not-allowed' })
  }
  if (!customer) return
  if (await isOwnAccount(tx, { staffNo, customer })) throw new Refused({ kind: 'own-loan' })
  if (await isRelative(tx, deps, { staffNo, customer })) {
    throw new Refused({ kind: 'relative-account' })
  }
}

/** Nobody changes their own access, or that of a second account of the same person. [V2] */
export async function requireOtherMember(
  db: Queryable,
  deps: Pick<ProposalServices, 'vault'>,
  { staffNo }: Acting,
  { member }: Pick<ProposedAct, 'member'>,
): Promise<void> {
  if (!member) return
  const isOwn =
    'phone' in member
      ? await isPhoneOfStaff(db, deps, { staffNo, phone: member.phone })
      : member.staffNo === staffNo || (await isSamePerson(db, [member.staffNo, staffNo]))
  if (isOwn) throw new Refused({ kind: 'own-access' })
}

export function requireApprover(
  { roles }: Acting,
  { approvers }: Pick<AnyProposalKind, 'approvers'>,
): void {
  if (!approvers || roles.some((role) => approvers.includes(role))) return
  throw new Refused({ kind: 'staff-not-allowed' })
}

/** The kinds that a member may not approve, whatever the amount. */
export function findClosedKinds(
  { roles }: Pick<Acting, 'roles'>,
  kinds: readonly AnyProposalKind[],
): string[] {
  const closed = kinds.filter(
    ({ approvers }) => approvers && !approvers.some((role) => roles.includes(role)),
  )
  return closed.map(({ kind }) => kind)
}

/** One of them named the other as a contact. */
async function isRelative(
  db: Queryable,
  deps: Pick<ProposalServices, 'vault' | 'now'>,
  { staffNo, customer }: { readonly staffNo: string; readonly customer: CustomerNo },
): Promise<boolean> {
  for (const phone of await contactPhones(db, deps, customer)) {
    if (await isPhoneOfStaff(db, deps, { staffNo, phone })) return true
  }
  const own = await accountOfStaff(db, staffNo)
  if (own === undefined) return false
  for (const phone of await contactPhones(db, deps, own)) {
    if ((await findCustomer(db, deps, phone)) === customer) return true
  }
  return false
}

async function contactPhones(
  db: Queryable,
  deps: Pick<ProposalServices, 'vault'>,
  customer: CustomerNo,
): Promise<string[]> {
  const { basic } = await findProfile(db, deps, customer)
  return (basic?.contacts ?? []).map(({ mobile }) => mobile)
}

/** The rules by which a member may not decide a proposal, apart from its state. */
export async function brokenRules(
  tx: Transaction,
  deps: Pick<ProposalServices, 'vault' | 'now'>,
  staff: Acting,
  proposal: {
    readonly proposedBy: string
    readonly customer: CustomerNo | undefined
    readonly amount: Money
    readonly act: ProposedAct
    readonly kind: AnyProposalKind
  },
): Promise<ProposalRule[]> {
  const checks = [
    () => requireOther(tx, staff, proposal.proposedBy),
    () => requireStaff(tx, deps, staff, proposal.customer),
    () => requireOtherMember(tx, deps, staff, proposal.act),
    async () => requireAmount(staff, 'approve', proposal.amount),
    async () => requireApprover(staff, proposal.kind),
  ]
  const broken: ProposalRule[] = []
  for (const check of checks) {
    try {
      await check()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // The role does not approve this kind or amount.
      const rule = ruleOfRefusal[error.refusal.kind] ?? 'V4'
      if (rule) broken.push(rule)
    }
  }
  return broken
}

/** Whether a proposal still waits for a file that supports it. [V6] */
export async function lacksEvidence(
  db: Queryable,
  deps: Pick<ProposalServices, 'vault'>,
  { proposalNo, kind }: { readonly proposalNo: string; readonly kind: AnyProposalKind },
): Promise<boolean> {
  if (!kind.needsEvidence) return false
  return !(await listNotes(db, deps, proposalNo)).some(({ file }) => file)
}
