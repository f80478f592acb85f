import { unreachable } from '@qingzhou/domain/assert'
import { isPersonName, tidyName } from '@qingzhou/domain/people/person-name'
import type { Acting } from '#features/proposals/index.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { Queryable } from '@qingzhou/platform/database/database'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import {
  findByCard,
  findByIdNumber,
  findByLoan,
  findByName,
  findByOrder,
  findByPhone,
  isCustomer,
  type NameAndLastFour,
  orderOfProvider,
} from './support-store.ts'

/** What support knows of a customer. */
export const searchKeys = [
  'phone',
  'identity',
  'card',
  'loan',
  'order',
  'provider',
  'customer',
  'name',
] as const
export type SearchKey = (typeof searchKeys)[number]

export type Search = { readonly by: SearchKey; readonly value: string }

type Deps = Pick<Services, 'database' | 'vault' | 'now'>

/**
 * Finds customers by what a caller tells support. The search is recorded before the answer, by its
 * kind: what was searched for may be personal.
 */
export async function findCustomers(
  deps: Deps,
  staff: Acting,
  wanted: Search,
): Promise<CustomerNo[]> {
  const { found } = await findCustomersByFirst(deps, staff, [wanted])
  return found
}

/** Searches by each key until a customer is found. All of them are recorded as one search. */
export async function findCustomersByFirst(
  deps: Deps,
  staff: Acting,
  searches: readonly Search[],
): Promise<{ readonly by: SearchKey | undefined; readonly found: CustomerNo[] }> {
  let by: SearchKey | undefined
  let found: CustomerNo[] = []
  for (const one of searches) {
    found = await search(deps.database, deps, { by: one.by, value: one.value.trim() })
    if (found.length === 0) continue
    by = one.by
    break
  }
  const about = `by=${by ?? searches.map((one) => one.by).join(',')} found=${found.length}`
  const [only] = found
  const customer = found.length === 1 ? only : undefined
  await recordStaffAct(deps.database, deps, {
    staff,
    act: 'find-customer',
    ...(customer && { customer }),
    about,
  })
  return { by, found }
}

async function search(
  db: Queryable,
  deps: Pick<Deps, 'vault'>,
  { by, value }: Search,
): Promise<CustomerNo[]> {
  switch (by) {
    case 'phone':
      return findByPhone(db, deps, value)
    case 'identity':
      return findByIdNumber(db, deps, value.toUpperCase())
    case 'card':
      return findByCard(db, deps, value.replaceAll(/\s/g, ''))
    case 'loan':
      return findByLoan(db, value)
    case 'order':
      return findByOrder(db, value)
    case 'provider': {
      const orderNo = await orderOfProvider(db, value)
      return orderNo === undefined ? [] : findByOrder(db, orderNo)
    }
    case 'customer':
      return (await isCustomer(db, customerNo(value))) ? [customerNo(value)] : []
    case 'name': {
      const typed = readNameAndLastFour(value)
      return typed ? findByName(db, deps, typed) : []
    }
    default:
      return unreachable(by)
  }
}

/**
 * A name with the last four characters of a phone or an ID number, as in 张三 1234; full-width
 * characters, spaces and a small x count as well. Undefined if the text is anything else.
 */
export function readNameAndLastFour(typed: string): NameAndLastFour | undefined {
  const [, name = '', lastFour = ''] =
    /^(\D+)(\d{3}[\dX])$/u.exec(tidyName(typed).toUpperCase()) ?? []
  return isPersonName(name) ? { name, lastFour } : undefined
}
