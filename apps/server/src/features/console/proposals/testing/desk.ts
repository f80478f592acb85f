import type { Input } from '@qingzhou/contract/wire/shape'
import type { consoleProposalsShapes } from '@qingzhou/contract/features/console/proposals'
import { CallRefused, type Api } from '#testing/client.ts'
import type { TestProduct } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'

export type Member = TestStaff & { readonly calls: Api['console-proposals'] }
export type AnyAct = Input<(typeof consoleProposalsShapes)['propose']>

/** A member of staff at the console. */
export async function newMember(
  product: TestProduct,
  roles: Parameters<typeof newStaff>[1],
  options: Parameters<typeof newStaff>[2] = {},
): Promise<Member> {
  const staff = await newStaff(product, roles, options)
  return { ...staff, calls: staff.client.api['console-proposals'] }
}

export function actOf(kind: string, parameters: AnyAct['parameters']): AnyAct {
  return { kind, parameters, reason: '客户来电' }
}

/** Approves a proposal as it is now. */
export async function approveNow({ calls }: Member, proposalNo: string) {
  const { version } = await calls.one({ proposalNo })
  return calls.approve({ proposalNo, version })
}

/** The message of a refused call; undefined if it succeeded. */
export async function catchMessage(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof CallRefused) return error.answer.message
    throw error
  }
}
