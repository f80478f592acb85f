import { unreachable } from '@qingzhou/domain/assert'
import type { Acting } from '#features/proposals/index.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { Queryable } from '@qingzhou/platform/database/database'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import {
  findByCard,
  findByIdNumber,
  findByLoan,
  findByOrder,
  findByPhone,
  isCustomer,
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
  { by, value }: Search,
): Promise<CustomerNo[]> {
  const found = await search(deps.database, deps, { by, value: value.trim() })
  const about = `by=${by} found=${found.length}`
  const [only] = found
  const customer = found.length === 1 ? only : undefined
  await recordStaffAct(deps.database, deps, {
    staff,
    act: 'find-customer',
    ...(customer && { customer }),
    about,
  })
  return found
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
    default:
      return unreachable(by)
  }
}
