import type { FindKind } from '@qingzhou/contract/features/console/customers'
import { isIdNumber } from '@qingzhou/domain/people/id-number'
import { mask } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import { findPerson } from '#features/identity/index.ts'
import { getPhone } from '#features/onboarding/index.ts'
import type { Acting } from '#features/proposals/index.ts'
import { findCustomersByFirst, readNameAndLastFour } from '#features/support/index.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>

type FoundCustomer = {
  readonly customer: CustomerNo
  readonly name: string | undefined
  readonly phone: string
}

/**
 * Finds customers by one number of any kind, or a name with four digits: a blind index or a key for
 * each kind that it can be, until one has it.
 */
export async function findByNumber(deps: Deps, staff: Acting, typed: string) {
  const number = typed.normalize('NFKC').replaceAll(/[\s-]/g, '')
  const tried = kindsOf(number)
  const searches = tried.map((by) => {
    return { by, value: by === 'phone' || by === 'identity' || by === 'card' ? number : typed }
  })
  const { by: foundAs, found } = await findCustomersByFirst(deps, staff, searches)
  const customers = await Promise.all(found.map((customer) => shownMasked(deps, customer)))
  return { customers, foundAs, tried, couldBe: foundAs ? [] : kindsWhenComplete(number) }
}

/** What a complete number of this form is, the likeliest first. */
function kindsOf(number: string): FindKind[] {
  if (readNameAndLastFour(number)) return ['name']
  if (/^1[3-9]\d{9}$/.test(number)) return ['phone', ...ANY_NUMBER]
  if (isIdNumber(number.toUpperCase())) return ['identity', 'card', ...ANY_NUMBER]
  if (/^\d{16,19}$/.test(number)) return ['card', ...ANY_NUMBER]
  return ANY_NUMBER
}

const ANY_NUMBER: FindKind[] = ['customer', 'loan', 'order', 'provider']

/** What digits look like the beginning of, or a mistyped form of. */
function kindsWhenComplete(number: string): FindKind[] {
  if (/^1[3-9]\d{1,8}$|^1[3-9]\d{10,11}$/.test(number)) return ['phone']
  if (/^\d{15,17}$|^\d{17}[\dXx]$/.test(number)) return ['identity', 'card']
  if (/^\p{Script=Han}/u.test(number)) return ['name']
  return []
}

/** A customer as every list shows one. */
export async function shownMasked(
  deps: Pick<Deps, 'database' | 'vault'>,
  customer: CustomerNo,
): Promise<FoundCustomer> {
  const person = await findPerson(deps.database, deps, customer)
  const phone = await getPhone(deps.database, deps, customer)
  return { customer, name: person && maskName(person.name), phone: mask(phone) }
}
