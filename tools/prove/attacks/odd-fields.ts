import { calls } from '@qingzhou/contract/calls'
import { outcomeOf, type Attack } from './attack.ts'

const terms = { loanAmount: '12000.00', instalment: 12, repayMethod: 'equal-instalments' }
const amounts = [NaN, Infinity, -1, '-1.00', '1e309', '0x10', 2 ** 53 + 1, '', null, [], {}, true]
const more: readonly object[] = [
  { rate: 0 },
  { status: 'paid' },
  { limit: '1000000.00' },
  { annualRatePpm: 1 },
  { ['__proto__']: { isAdmin: true } },
  { constructor: { prototype: { isAdmin: true } } },
]

/** Fields beyond the shape, and values that are no money. */
export const oddFields: Attack = {
  name: 'fields and values out of shape',
  async run(target) {
    const { client } = await target.borrower()
    const bodies = [
      ...amounts.map((loanAmount) => ({ ...terms, loanAmount })),
      ...more.map((extra) => ({ ...terms, ...extra })),
      ...['12', 12.5, -1, 0, 37, 1e9].map((instalment) => ({ ...terms, instalment })),
    ]
    const attempts = []
    for (const body of bodies) {
      const { code } = await client.send(calls.loans.quote, body)
      attempts.push({ what: JSON.stringify(body), isRefused: code !== 'COMCC00000' })
    }
    const { code } = await client.send(calls.loans.quote, terms)
    if (code !== 'COMCC00000') throw new Error(`the terms themselves are refused: ${code}`)
    return outcomeOf(attempts)
  },
}
