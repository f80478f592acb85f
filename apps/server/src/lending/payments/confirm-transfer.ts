import { transferEntries } from '@qingzhou/domain/ledger/entries'
import type { Money } from '@qingzhou/domain/money/money'
import { ledgerInserts } from '#lending/ledger/index.ts'
import { Refused } from '#platform/refused.ts'
import { perform, type Act, type Deps } from '#lending/act.ts'
import { isNumber } from '#lending/numbers.ts'
import { noteTransfer, type TransferKind } from './payment-store.ts'

/**
 * Takes the bank's word that a transfer was carried out: it leaves payment clearing for the bank
 * account. The amount is the one in our books, and a bank that tells again, even under another
 * number, is heard once.
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
      isNumber(transferNo) ? noteTransfer(tx, { customer, kind, transferNo }) : undefined,
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
