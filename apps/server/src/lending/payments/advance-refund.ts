import { refundEntries, reversed } from '@qingzhou/domain/ledger/entries'
import {
  advanceRefund as advance,
  type Refund,
  type RefundEvent,
} from '@qingzhou/domain/repayment/refund'
import { ledgerInserts } from '#lending/ledger/index.ts'
import { orRefuse, Refused } from '#platform/refused.ts'
import { perform, type Act, type Deps } from '#lending/act.ts'
import { isNumber } from '#lending/numbers.ts'
import { lockRefund, updateRefund } from './payment-store.ts'

/** Tells what became of a refund: sent, arrived, or failed and owed again. */
export async function advanceRefund(
  deps: Deps,
  act: Act,
  request: { readonly refundNo: string; readonly event: RefundEvent },
): Promise<{ state: Refund['state'] }> {
  const { customer, requestNo } = act
  const { refundNo, event } = request
  return perform(deps, act, {
    name: 'advance-refund',
    body: request,
    load: async (tx) => (isNumber(refundNo) ? lockRefund(tx, { customer, refundNo }) : undefined),
    decide: (refund, { today }) => {
      if (!refund) throw new Refused({ kind: 'refund-unknown' })
      const { state } = orRefuse(advance(refund, event))
      const entries = entriesOf({ before: refund, after: state })
      const posting = { loanNo: refund.loanNo, event: `refund-${event}`, entries }
      const transaction = { customer, transactionNo: requestNo, businessDate: today }
      return {
        answer: { state },
        writes: [
          updateRefund({ customer, refundNo, state }),
          ...ledgerInserts({ ...transaction, postings: [posting] }),
        ],
      }
    },
  })
}

/** Money leaves when a refund is sent, and is owed again when that failed. */
function entriesOf({ before, after }: { before: Refund; after: Refund['state'] }) {
  const entries = refundEntries(before.amount)
  if (before.state === 'owed' && after === 'sent') return entries
  return before.state === 'sent' && after === 'owed' ? entries.map(reversed) : []
}
