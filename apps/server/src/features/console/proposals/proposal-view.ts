import type { ProposalEffect, ProposalRow } from '@qingzhou/contract/features/console/proposals'
import { mayDo, type StaffRole } from '@qingzhou/contract/permissions'
import { displayYuan, fen, sum, type Money } from '@qingzhou/domain/money/money'
import { displayRate } from '@qingzhou/domain/money/rate'
import { mask } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import { findPerson } from '#features/identity/index.ts'
import { findPhone } from '#features/onboarding/index.ts'
import {
  changesBetween,
  findProposal,
  hasMoved,
  kindOf,
  rolesFor,
  withSign,
  type Acting,
  type Effect,
  type ListedProposal,
  type ProposalDeps,
} from '#features/proposals/index.ts'
import { listStaff } from '#features/staff-members/index.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'

export function effectView(effect: Effect, loanNo: string | undefined): ProposalEffect {
  const { lines, before, after, entries } = effect
  const cost = before &&
    after && {
      before: totalOf(before),
      after: totalOf(after),
      difference: withSign(totalOf(after) - totalOf(before)),
    }
  return {
    lines: [...lines],
    changes: changesBetween(before, after, loanNo),
    entries: entries.map(({ on, loanNo: of, event, debit, credit, amount }) => ({
      on,
      loanNo: of,
      event,
      debit,
      credit,
      amount,
    })),
    ...(cost && { cost }),
  }
}

function totalOf(standing: Effect['before']): Money {
  return sum((standing?.loans ?? []).map(({ total }) => total))
}

const NAMES_MAX = 3

/** Who may approve an act of an amount, apart from who proposes it. */
export async function findApprovers(
  deps: ProposalDeps,
  {
    kind,
    amount,
    notBy,
  }: { readonly kind: string; readonly amount: Money; readonly notBy: string },
): Promise<{ readonly roles: StaffRole[]; readonly names: string[] }> {
  const { isAlone, approvers } = kindOf(deps, kind)
  if (isAlone) return { roles: [], names: [] }
  const roles = rolesFor('approve', amount).filter((role) => approvers?.includes(role) ?? true)
  const staff = await listStaff(deps.database, deps)
  const names = staff
    .filter((one) => one.isActive && one.staffNo !== notBy && mayDo(one, 'proposals:approve'))
    .filter((one) => one.roles.some((role) => roles.includes(role)))
    .map(({ name }) => name)
  return { roles, names: names.slice(0, NAMES_MAX) }
}

/** The names of members by their numbers. */
export async function staffNames(deps: ProposalDeps): Promise<ReadonlyMap<string, string>> {
  const staff = await listStaff(deps.database, deps)
  return new Map(staff.map(({ staffNo, name }) => [staffNo, name]))
}

/** Masked: the last character of the name, and the end of the phone. */
async function customerView(deps: ProposalDeps, customer: CustomerNo) {
  const person = await findPerson(deps.database, deps, customer)
  const phone = await findPhone(deps.database, deps, customer)
  const name = person ? maskName(person.name) : ''
  const end = phone?.slice(-4) ?? ''
  return { customerNo: customer, name: [name, end].filter((part) => part !== '').join(' ') }
}

/** A row of a list. Personal data is masked. */
export async function rowView(
  deps: ProposalDeps,
  staff: Acting,
  { listed, names }: { listed: ListedProposal; names: ReadonlyMap<string, string> },
): Promise<ProposalRow> {
  const { proposalNo, kind, state, customer, amount, proposedBy, proposedAt, expiresAt } = listed
  const record = await findProposal(deps.database, deps, proposalNo)
  const { loanNo, staffNo } = record?.parameters ?? {}
  return {
    proposalNo,
    kind,
    state,
    ...(customer && { customer: await customerView(deps, customer) }),
    ...(typeof loanNo === 'string' && { loanNo }),
    ...(typeof staffNo === 'string' && { member: names.get(staffNo) ?? staffNo }),
    amount,
    proposedBy: names.get(proposedBy) ?? proposedBy,
    isOwn: proposedBy === staff.staffNo,
    proposedAt: proposedAt.getTime(),
    expiresAt: expiresAt.getTime(),
    isMoved: record ? await hasMoved(deps, record) : false,
  }
}

/** The parameters as text. Phones are masked, and what no form asks for is left out. */
export function parametersView(
  deps: ProposalDeps,
  { kind, parameters }: { kind: string; parameters: Readonly<Record<string, unknown>> },
): { name: string; form: string; value: string }[] {
  return Object.entries(kindOf(deps, kind).fields).flatMap(([name, { form }]) => {
    const value = parameters[name]
    if (form === 'none' || form === 'customer' || value === undefined) return []
    return [{ name, form, value: textOf(form, value) }]
  })
}

function textOf(form: string, value: unknown): string {
  if (form === 'amount' && typeof value === 'bigint') return displayYuan(fen(value))
  if (form === 'rate' && typeof value === 'bigint') return displayRate(value)
  if (form === 'phone') return mask(String(value))
  return String(value)
}
