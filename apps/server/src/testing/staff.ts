import { randomBytes } from 'node:crypto'
import type { StaffRole } from '@qingzhou/contract/calls'
import { addStaff } from '#features/staff-members/index.ts'
import type { Client } from './client.ts'
import type { TestProduct } from './product.ts'

export type TestStaff = {
  readonly client: Client
  readonly staffNo: string
  readonly username: string
  readonly password: string
}

/** Creates a member of staff, signed in with a new browser. */
export async function newStaff(
  product: TestProduct,
  roles: readonly StaffRole[],
  also: { readonly phone?: string } = {},
): Promise<TestStaff> {
  const username = `t${randomBytes(6).toString('hex')}`
  const password = `Calm_${randomBytes(5).toString('hex')}`
  const staff = { username, name: '余舟', roles, password, ...also }
  const staffNo = await addStaff(product.services, staff)
  if (staffNo === undefined) throw new Error(`username ${username} is taken`)
  const client = product.client()
  client.staffToken = (await client.api.staff.signIn({ username, password })).token
  return { client, staffNo, username, password }
}
