import { refundEntries, reverseEntry, transferEntries } from '@qingzhou/domain/ledger/entries'
import type { Money } from '@qingzhou/domain/money/money'
import {
  advanceRefund as advance,
  type Refund,
  type RefundEvent,
} from '@qingzhou/domain/repayment/refund'
import { type Act, type Deps, perform } from '#act.ts'
import { ledgerInserts } from '#ledger/index.ts'
import { isNumber } from '#numbers.ts'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import { lockRefund, recordTransfer, type TransferKind, updateRefund } from './payment-store.ts'

/**
 * Posts a transfer that the bank has confirmed from payment clearing to the bank account. The
 * amount is the one in our books. A repeated confirmation, even under another request number, is
 * posted once.
 */
export async function confirmTransfer(
  deps: Deps,
  act: Act,
  request: { readonly kind: TransferKind; readonly transferNo: string },
): Promise<{ amount: Money }> {
  const { customer, requestNo } = act
  const { kind, transferNo } = request
  return perform(deps, act, {
    name: 'confirm-transfer',
    body: request,
    load: async (tx) =>
      isNumber(transferNo) ? recordTransfer(tx, { customer, kind, transferNo }) : undefined,
    decide: (transfer, { today }) => {
      if (!transfer) throw new Refused({ kind: 'transfer-unknown' })
      const { loanNo, amount, isNew } = transfer
      const direction = kind === 'collection' || kind === 'return' ? 'in' : 'out'
      const entries = transferEntries({ direction, amount })
      const explained = ledgerInserts({
        customer,
        transactionNo: requestNo,
        businessDate: today,
        postings: [{ loanNo, event: `bank-${kind}`, entries }],
      })
      return { answer: { amount }, writes: isNew ? explained : [] }
    },
  })
}

/** Records the progress of a refund: sent, arrived, or failed and owed again. */
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

/** Money leaves when a refund is sent, and is owed again when sending failed. */
function entriesOf({ before, after }: { before: Refund; after: Refund['state'] }) {
  const entries = refundEntries(before.amount)
  if (before.state === 'owed' && after === 'sent') return entries
  return before.state === 'sent' && after === 'owed' ? entries.map(reverseEntry) : []
}
