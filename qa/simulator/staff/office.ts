import type { ExceptionAct } from '@qingzhou/contract/features/console/queues'
import type { StaffRole } from '@qingzhou/contract/permissions'
import { getPhone } from '@qingzhou/server/features/onboarding/index.ts'
import { newPhone } from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import { CallRefused, type Api } from '@qingzhou/server/testing/client.ts'
import type { TestProduct } from '@qingzhou/server/testing/product.ts'
import { newStaff, openSession, type TestStaff } from '@qingzhou/server/testing/staff.ts'
import type { Borrower } from '#simulator/world.ts'
import type { StaffProposal } from './proposals.ts'

export type Member = {
  readonly name: string
  /** The human being: two accounts can belong to one. */
  readonly person: string
  readonly roles: readonly StaffRole[]
  readonly staffNo: string
  readonly api: Api
}

/** The people of the lender, signed in at the console, and what they have to remember. */
export type Staff = {
  readonly members: readonly Member[]
  /** Proposals by their number. */
  readonly proposals: Map<string, StaffProposal>
  /** What is to be done about an exception, by the number of its subject. */
  readonly intents: Map<string, { readonly act: ExceptionAct; readonly loanNo?: string }>
  /** Orders whose money the bank has taken back. */
  readonly bounced: Set<string>
  /** The borrowers that are members of staff, by their person. */
  readonly ownAccounts: Map<string, Borrower>
  /** What a person did that the rules forbid, and the product has let through. */
  readonly violations: string[]
  member(name: string): Member
  /** A member of staff with the phone of a borrower. */
  hireBorrower(borrower: Borrower): Promise<void>
  /** Signs in again: a session ends after some hours. */
  startDay(): Promise<void>
}

const roles: Readonly<Record<string, readonly StaffRole[]>> = {
  agent: ['operator'],
  clerk: ['operator'],
  both: ['operator', 'reviewer'],
  reviewer: ['reviewer'],
  checker: ['reviewer'],
  admin: ['admin'],
  deputy: ['admin'],
  auditor: ['auditor'],
}

/** The second account of the agent. */
const TWIN = 'twin'

export async function openOffice(product: TestProduct): Promise<Staff> {
  const phone = newPhone()
  const accounts: { member: Member; account: TestStaff }[] = []
  const hire = async (
    name: string,
    { phone: own, ...member }: Pick<Member, 'person' | 'roles'> & { readonly phone?: string },
  ) => {
    const account = await newStaff(product, member.roles, own === undefined ? {} : { phone: own })
    const { staffNo, client } = account
    accounts.push({ member: { name, ...member, staffNo, api: client.api }, account })
    members.push(...accounts.slice(-1).map((one) => one.member))
  }
  const members: Member[] = []
  for (const [name, own] of Object.entries(roles))
    await hire(name, { person: name, roles: own, ...(name === 'agent' && { phone }) })
  await hire(TWIN, { person: 'agent', roles: ['reviewer'], phone })
  const ownAccounts = new Map<string, Borrower>()
  return {
    members,
    proposals: new Map(),
    intents: new Map(),
    bounced: new Set(),
    ownAccounts,
    violations: [],
    member(name) {
      const found = members.find((one) => one.name === name)
      if (!found) throw new Error(`no member ${name}`)
      return found
    },
    async hireBorrower(borrower) {
      const { database } = product.services
      const own = await getPhone(database, product.services, borrower.customer)
      ownAccounts.set('relative', borrower)
      await hire('relative', { person: 'relative', roles: ['admin'], phone: own })
    },
    async startDay() {
      for (const { account } of accounts) await openSession(product, account)
    },
  }
}

/** The largest amount in fen that a role may approve, as the lender has it in writing. */
const approvedMax: Readonly<Record<StaffRole, number>> = {
  operator: 0,
  reviewer: 100_000_00,
  admin: Infinity,
  auditor: 0,
}

/** Whether the rules of the lender let a member decide a proposal. */
export function mayApprove(
  { ownAccounts }: Pick<Staff, 'ownAccounts'>,
  member: Member,
  { by, amountFen, customer }: Pick<StaffProposal, 'by' | 'amountFen' | 'customer'>,
): boolean {
  if (member.person === by.person) return false
  const own = ownAccounts.get(member.person)
  if (own && own.customer === customer) return false
  return member.roles.some(
    (role) => (role === 'reviewer' || role === 'admin') && amountFen <= approvedMax[role],
  )
}

/** The label of an act with its result: a refusal is one too. */
export async function attempt(what: string, act: () => Promise<unknown>): Promise<string> {
  try {
    const result = await act()
    return typeof result === 'string' ? `staff: ${what}: ${result}` : `staff: ${what}`
  } catch (error) {
    if (error instanceof CallRefused) {
      // Amounts differ from one refusal to the next.
      return `staff: ${what}: ${error.answer.message.replaceAll(/[\d,]+\.\d\d/g, 'N')}`
    }
    throw error
  }
}

/** An act that the rules forbid: it is a violation if the product lets it through. */
export async function attemptForbidden(
  { violations }: Pick<Staff, 'violations'>,
  { what, detail = '' }: { readonly what: string; readonly detail?: string },
  act: () => Promise<unknown>,
): Promise<string> {
  try {
    await act()
  } catch (error) {
    if (error instanceof CallRefused) return `staff: ${what}: refused`
    throw error
  }
  violations.push(`${what}: let through${detail}`)
  return `staff: ${what}: let through`
}
