import { calls } from '@qingzhou/contract/calls'
import { newOrderRequestNo } from '@qingzhou/server/features/repayment/testing/payer.ts'
import { orderNames } from '@qingzhou/contract/wire/names'
import { onWire } from '@qingzhou/contract/wire/renamed'
import { outcomeOf, type Attack } from './attack.ts'
import { drawAndWait } from './split-draws.ts'

/** Numbers under which the lender books, and beginnings of them. */
const taken = ['review-2027-01', 'review-2027-01-10', 'plan-12345678', `${'a'.repeat(32)}-1`]

/** A borrower chooses the number of a payment: it must not be one that the lender books under. */
export const lenderNumbers: Attack = {
  name: 'number of the lender’s books for a payment',
  async run(target) {
    const borrower = await target.borrower()
    const { client, card, customer } = borrower
    await drawAndWait(target, borrower)
    const [loan] = await target.product.services.database.query<{ loan_no: string }>(
      'SELECT loan_no FROM loans WHERE customer_no = $1',
      [customer],
    )
    const aim = { kind: 'earlyFull', loanNo: loan?.loan_no ?? '' } as const
    const { quoteId } = await client.api.repayment.quote({ aim })
    const order = { aim, quoteId, payBy: 'card', cardId: card.cardId } as const
    const attempts = []
    for (const requestNo of taken) {
      const placing = onWire<unknown>({ ...order, requestNo }, orderNames)
      const { code } = await client.send(calls.repayment.place, placing)
      attempts.push({ what: `${requestNo}: ${code}`, isRefused: code !== 'COMCC00000' })
    }
    await client.api.repayment.place({ ...order, requestNo: newOrderRequestNo() })
    return outcomeOf(attempts)
  },
}
