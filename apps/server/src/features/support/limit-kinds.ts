import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { amountIn, customerIn, proposalKind } from '#features/proposals/index.ts'
import { changeLimit, findLimit } from '#lending/index.ts'
import type { CustomerNo } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'

/** Raises a limit to an amount. */
export const raiseLimit = proposalKind<{ customer: CustomerNo; amount: Money }>({
  kind: 'raise-limit',
  parse: (input) => ({ customer: customerIn(input), amount: amountIn(input, 'amount') }),
  customerOf: ({ customer }) => customer,
  describe: async ({ database }, { customer, amount }) => {
    const limit = await findLimit(database, customer)
    if (!limit) throw new Refused({ kind: 'limit-unknown' })
    return [`额度：${displayYuan(limit.granted)} 元 → ${displayYuan(amount)} 元`]
  },
  perform: async (services, { customer, amount }, { proposalNo, approvedBy }) => {
    const limit = await findLimit(services.database, customer)
    if (!limit) throw new Refused({ kind: 'limit-unknown' })
    if (amount <= limit.granted)
      throw new Refused({ kind: 'limit-not-raised', granted: limit.granted })
    await changeLimit(
      services,
      { customer, requestNo: proposalNo, actor: approvedBy },
      { granted: amount },
    )
    return `granted=${amount}`
  },
})
