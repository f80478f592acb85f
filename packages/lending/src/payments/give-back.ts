import type { Entry } from '@qingzhou/domain/ledger/entries'
import { ZERO, subtract, sum, type Money } from '@qingzhou/domain/money/money'
import { refundOf } from '@qingzhou/domain/repayment/refund'
import { type Act, type Deps, perform } from '#act.ts'
import { dayFor } from '#change.ts'
import { ledgerInserts } from '#ledger/index.ts'
import { lockLoan } from '#loans/loan-store.ts'
import { Refused } from '@qingzhou/platform/refused'
import { insertRefund, readGivenBack, readPaidBy } from './payment-store.ts'

export type GiveBackRequest = { readonly loanNo: string; readonly amount: Money }

/**
 * Gives an amount back that was paid for a loan, at the lender's cost: the loan stays as it is. At
 * most what was paid for it and not given back before.
 */
export async function giveBack(
  deps: Deps,
  act: Act,
  request: GiveBackRequest,
): Promise<{ readonly refundNo: string; readonly amount: Money }> {
  const { customer, requestNo } = act
  const { loanNo, amount } = request
  return perform(deps, act, {
    name: 'give-back',
    body: request,
    load: async (tx) => {
      const record = await lockLoan(tx, { customer, loanNo })
      const paidBy = await readPaidBy(tx, { customer, loanNo })
      const given = await readGivenBack(tx, { customer, loanNo })
      const paid = paidBy.filter(({ cardId }) => cardId !== undefined)
      return { record, most: subtract(sum(paid.map((one) => one.amount)), given) }
    },
    decide: ({ record, most }, books) => {
      if (amount <= ZERO) throw new Refused({ kind: 'amount-not-positive' })
      if (amount > most) throw new Refused({ kind: 'more-than-paid', paid: most })
      const today = dayFor([record], books.today)
      const refund = refundOf({ overpaid: amount, fromCard: record.cardId ?? '' })
      return {
        answer: { refundNo: requestNo, amount },
        writes: [
          ...ledgerInserts({
            customer,
            transactionNo: requestNo,
            businessDate: today,
            postings: [{ loanNo, event: 'give-back', entries: interestReturnEntries(amount) }],
          }),
          ...(refund
            ? [
                insertRefund({
                  customer,
                  refundNo: requestNo,
                  loanNo,
                  refund,
                  since: today,
                  isGivenBack: true,
                }),
              ]
            : []),
        ],
      }
    },
  })
}

/** Interest that was paid is owed back instead, and waived: what is open of the loan stays. */
function interestReturnEntries(amount: Money): Entry[] {
  return [
    { debit: 'interest', credit: 'clearing', amount },
    { debit: 'clearing', credit: 'refunds-payable', amount },
    { debit: 'waived', credit: 'interest', amount },
  ]
}
