import type { Refusal } from '@qingzhou/domain/refusal'
import { expect } from 'vitest'
import { proposalKinds } from '#features/console/proposals/kinds.ts'
import { approve, propose, type Acting } from '#features/proposals/index.ts'
import type { Payer } from '#features/repayment/testing/payer.ts'
import { readLoans } from '@qingzhou/lending/index'
import type { TestProduct } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'

export const reason = '客户来电'

/** An operator who proposes and a reviewer who approves. */
export async function twoPeople(product: TestProduct) {
  const member = async (role: 'operator' | 'reviewer'): Promise<Acting> => {
    const { staffNo } = await newStaff(product, [role])
    return { staffNo, roles: [role] }
  }
  const deps = { ...product.services, kinds: proposalKinds }
  const [agent, reviewer] = [await member('operator'), await member('reviewer')]
  return {
    deps,
    agent,
    reviewer,
    together: async (kind: string, parameters: Readonly<Record<string, unknown>>) => {
      const { proposalNo } = await propose(deps, agent, { kind, parameters, reason })
      return approve(deps, reviewer, { proposalNo })
    },
  }
}

export function expectRefusal(act: Promise<unknown>, refusal: Refusal) {
  return expect(act).rejects.toMatchObject({ refusal })
}

export async function readPayerLoan({ services }: TestProduct, { customer, loanNo }: Payer) {
  const loans = await readLoans(services.database, customer)
  const record = loans.find((one) => one.loanNo === loanNo)
  if (!record) throw new Error('no loan')
  return record
}
