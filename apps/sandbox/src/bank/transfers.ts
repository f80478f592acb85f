import { MALL_ACCOUNT } from '@qingzhou/provider-api/calls'
import type { Announce } from '#callbacks/callbacks.ts'
import type { Faults } from '#faults.ts'
import type { Records } from '#records.ts'
import {
  type Accounts,
  assertSame,
  standingOf,
  type Transfer,
  type TransferAnswer,
  type TransferOrder,
} from './accounts.ts'
import { settlesAt } from './settling.ts'

type Parts = {
  readonly records: Records<Transfer>
  readonly accounts: Accounts
  readonly faults: Faults
  readonly announce: Announce
  readonly now: () => number
}

type Given = TransferOrder & { readonly orderNo: string; readonly notifyUrl: string }

/** Transfers to and from bound cards. Each order number is carried out once. */
export function createTransfers(parts: Parts) {
  const { records, accounts, faults, now } = parts
  for (const transfer of records.all()) if (!transfer.isTold) announceResult(parts, transfer)

  function carryOut({ orderNo, notifyUrl, ...given }: Given): Transfer {
    const complaint = accounts.complaintAbout(given)
    const conduct = accounts.conduct(given.cardToken)
    const settleAt = settlesAt(now(), { fault: faults.of('bank'), conduct })
    const fresh = { id: orderNo, ...given, notifyUrl, settleAt, timesOrdered: 1, isTold: false }
    return complaint ? { ...fresh, result: 'declined', ...complaint } : { ...fresh, result: 'done' }
  }

  return {
    order(given: Given): TransferAnswer {
      const earlier = records.get(given.orderNo)
      if (earlier) {
        assertSame(earlier, given)
        records.put({ ...earlier, timesOrdered: earlier.timesOrdered + 1 })
        return standingOf(earlier, now())
      }
      const transfer = carryOut(given)
      records.put(transfer)
      announceResult(parts, transfer)
      return standingOf(transfer, now())
    },

    /** A refund of the mall. The lender has not ordered it, so there is no callback. */
    receive({ orderNo, amountFen }: { orderNo: string; amountFen: string }): void {
      if (records.get(orderNo)) return
      const settleAt = settlesAt(now(), { fault: faults.of('bank'), conduct: 'well' })
      const order = { kind: 'return', cardToken: MALL_ACCOUNT, amountFen } as const
      const settled = { result: 'done', settleAt, isTold: true } as const
      records.put({ id: orderNo, ...order, ...settled, notifyUrl: '', timesOrdered: 1 })
    },

    find: ({ orderNo }: { orderNo: string }) => standingOf(records.get(orderNo), now()),

    /** Turns a declined transfer into a completed one, to test reconciliation. */
    changeMind({ orderNo }: { orderNo: string }): void {
      const declined = records.get(orderNo)
      if (declined) records.put({ ...declined, result: 'done', isTold: false })
    },

    /** All transfers with this bank date. */
    ofDay: ({ bankDate }: { bankDate: string }) => ({
      transfers: records
        .all()
        .filter((one) => standingOf(one, now()).bankDate === bankDate)
        .map(({ id, kind, amountFen }) => ({ orderNo: id, kind, amountFen, bankDate })),
    }),

    /** The bank's transfers, newest first. */
    list: () =>
      records
        .all()
        .map((transfer) => {
          const { id, kind, cardToken, timesOrdered } = transfer
          return { orderNo: id, kind, cardToken, timesOrdered, ...standingOf(transfer, now()) }
        })
        .toReversed(),

    clear: () => records.clear(),
  }
}

function announceResult({ records, announce, now }: Parts, transfer: Transfer): void {
  const { id, notifyUrl, settleAt, amountFen } = transfer
  announce({
    provider: 'bank',
    kind: 'transfer',
    url: notifyUrl,
    settleAt,
    result: () => ({ orderNo: id, ...standingOf(records.get(id), now()) }),
    before: { orderNo: id, state: 'processing', amountFen },
    onSent() {
      const told = records.get(id)
      if (told) records.put({ ...told, isTold: true })
    },
  })
}
