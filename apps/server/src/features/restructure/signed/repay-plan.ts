import type { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { SignedInCaller } from '#platform/caller.ts'
import {
  instalmentsOf,
  loanOf,
  placeOrder,
  quoteRepayment,
  readBills,
} from '#features/repayment/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'

type Asked = Input<(typeof restructureShapes)['repay']>
type Placed = Output<(typeof restructureShapes)['repay']>

/** Places an ordinary payment order for instalments of a plan. */
export async function repayPlan(
  services: Services,
  caller: SignedInCaller,
  asked: Asked,
): Promise<Placed> {
  const { loanNo, through } = asked
  return placeOrder(services, caller, {
    placing: asked,
    quote: async () => {
      const bills = await readBills(services, caller.session.customer)
      const kept = loanOf(bills, loanNo)
      if (kept.origin === 'draw') throw new Refused({ kind: 'loan-unknown' })
      const picks = instalmentsOf(kept, bills.today)
        .filter(({ n, state }) => n <= through && state !== 'settled')
        .map(({ n }) => ({ loanNo, n }))
      if (picks.length === 0) throw new Refused({ kind: 'nothing-owed' })
      const quote = quoteRepayment(bills, { kind: 'due', picks })
      if (quote.amount !== asked.amount) throw new Refused({ kind: 'repayment-quote-outdated' })
      const { kind, amount, validOn: quotedOn, quoteId, orderLines: lines } = quote
      return { kind, amount, quotedOn, quoteId, lines }
    },
  })
}
