import { findBlocks } from '#features/blocks/index.ts'
import { findPerson } from '#features/identity/index.ts'
import { findPhone } from '#features/onboarding/index.ts'
import { findProfile } from '#features/profile/index.ts'
import type { BaseSubject } from '@qingzhou/contract/features/console/proposals'
import {
  listLoansOfPayment,
  readBooksVersion,
  readLimitVersion,
  readLoanVersions,
} from '@qingzhou/lending/index'
import { canonicalJson } from '@qingzhou/platform/canonical-json'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { ProposalServices, ProposedAct, BasePart } from './proposal-kind.ts'

type Deps = ProposalServices

/**
 * The versions of what an act depends on: `loan=7 blocks=1f00`. Loans, the limit and the books have
 * a number that grows with each change; the rest has a keyed hash, which tells nothing about a person.
 */
export async function readBase(db: Queryable, deps: Deps, act: ProposedAct): Promise<string> {
  const parts: string[] = []
  for (const one of act.touches) parts.push(`${one}=${await versionOf[one](db, deps, act)}`)
  return parts.join(' ')
}

/** What a base counts, and its number. Undefined for an act that depends on no books. */
export function versionIn(base: string): BaseSubject | undefined {
  const found = /(?:^| )(loan|limit|books)=(\S+)/.exec(base)
  if (!found) return undefined
  const [, of, counted = ''] = found
  return { of: of as BaseSubject['of'], version: counted.replaceAll(',', ' / ') }
}

const versionOf: Record<
  BasePart,
  (db: Queryable, deps: Deps, act: ProposedAct) => Promise<string>
> = {
  loan: async (db, _, act) => (await readLoanVersions(db, await loansOf(db, act))).join(','),
  limit: async (db, _, { customer }) =>
    customer === undefined ? '0' : String(await readLimitVersion(db, customer)),
  books: async (db, _, { customer }) =>
    customer === undefined ? '0' : String(await readBooksVersion(db, customer)),
  blocks: async (db, deps, { customer }) =>
    hashOf(deps, customer === undefined ? [] : await findBlocks(db, customer)),
  person: async (db, deps, { customer }) =>
    hashOf(deps, customer === undefined ? [] : await personOf(db, deps, customer)),
  facts: async (_, deps, act) => hashOf(deps, await act.describe(deps)),
}

async function loansOf(db: Queryable, { customer, parameters }: ProposedAct): Promise<string[]> {
  const { loanNo, toLoan, paymentNo } = parameters as Readonly<Record<string, unknown>>
  const named = [loanNo, toLoan].filter((one) => typeof one === 'string')
  if (customer === undefined || typeof paymentNo !== 'string') return named
  return [...named, ...(await listLoansOfPayment(db, { customer, paymentNo }))]
}

async function personOf(
  db: Queryable,
  deps: Pick<Deps, 'vault'>,
  customer: CustomerNo,
): Promise<unknown> {
  const { basic, company } = await findProfile(db, deps, customer)
  const phone = await findPhone(db, deps, customer)
  const person = await findPerson(db, deps, customer)
  return JSON.parse(JSON.stringify([phone, person, basic, company]))
}

function hashOf({ vault }: Pick<Deps, 'vault'>, value: unknown): string {
  const plain: unknown = JSON.parse(JSON.stringify(value))
  return vault
    .hash('staff', `base ${canonicalJson(plain)}`)
    .toString('hex')
    .slice(0, 16)
}
