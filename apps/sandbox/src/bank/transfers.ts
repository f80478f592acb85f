import { MALL_ACCOUNT } from '@qingzhou/provider-api/calls'
import type { Announce } from '#announcements.ts'
import type { Faults } from '#faults.ts'
import type { Records } from '#records.ts'
import type { Accounts } from './accounts.ts'
import { settlesAt } from './settling.ts'
import { assertSame, standingOf } from './transfer.ts'
import type { Transfer, TransferAnswer, TransferOrder } from './transfer.ts'

type Parts = {
  readonly kept: Records<Transfer>
  readonly accounts: Accounts
  readonly faults: Faults
  readonly announce: Announce
  readonly now: () => number
}

type Given = TransferOrder & { readonly orderNo: string; readonly notifyUrl: string }

/** Moving money to and from bound cards: each order number once, whatever is sent and how often. */
export function createTransfers(parts: Parts) {
  const { kept, accounts, faults, now } = parts
  for (const transfer of kept.all()) if (!transfer.isTold) announceResult(parts, transfer)

  function carryOut({ orderNo, notifyUrl, ...given }: Given): Transfer {
    const reason = accounts.complaintAbout(given)
    const conduct = accounts.conduct(given.cardToken)
    const settleAt = settlesAt(now(), { fault: faults.of('bank'), conduct })
    const fresh = { id: orderNo, ...given, notifyUrl, settleAt, timesOrdered: 1, isTold: false }
    return reason ? { ...fresh, result: 'declined', reason } : { ...fresh, result: 'done' }
  }

  return {
    order(given: Given): TransferAnswer {
      const earlier = kept.get(given.orderNo)
      if (earlier) {
        assertSame(earlier, given)
        kept.put({ ...earlier, timesOrdered: earlier.timesOrdered + 1 })
        return standingOf(earlier, now())
      }
      const transfer = carryOut(given)
      kept.put(transfer)
      announceResult(parts, transfer)
      return standingOf(transfer, now())
    },

    /** The mall pays something back: nobody has ordered it, so nobody is told. */
    receive({ orderNo, amountFen }: { orderNo: string; amountFen: string }): void {
      if (kept.get(orderNo)) return
      const settleAt = settlesAt(now(), { fault: faults.of('bank'), conduct: 'well' })
      const order = { kind: 'return', cardToken: MALL_ACCOUNT, amountFen } as const
      const settled = { result: 'done', settleAt, isTold: true } as const
      kept.put({ id: orderNo, ...order, ...settled, notifyUrl: '', timesOrdered: 1 })
    },

    find: ({ orderNo }: { orderNo: string }) => standingOf(kept.get(orderNo), now()),

    /** A bank that said no and moved the money all the same: for trying out what finds it. */
    changeMind({ orderNo }: { orderNo: string }): void {
      const declined = kept.get(orderNo)
      if (declined) kept.put({ ...declined, result: 'done', isTold: false })
    },

    /** Everything that moved on a day of the bank's. */
    ofDay: ({ bankDate }: { bankDate: string }) => ({
      transfers: kept
        .all()
        .filter((one) => standingOf(one, now()).bankDate === bankDate)
        .map(({ id, kind, amountFen }) => ({ orderNo: id, kind, amountFen, bankDate })),
    }),

    /** The bank's own book, newest first. */
    list: () =>
      kept
        .all()
        .map((transfer) => {
          const { id, kind, cardToken, timesOrdered } = transfer
          return { orderNo: id, kind, cardToken, timesOrdered, ...standingOf(transfer, now()) }
        })
        .toReversed(),

    clear: () => kept.clear(),
  }
}

function announceResult({ kept, announce, now }: Parts, transfer: Transfer): void {
  const { id, notifyUrl, settleAt, amountFen } = transfer
  announce({
    provider: 'bank',
    kind: 'transfer',
    url: notifyUrl,
    settleAt,
    result: () => ({ orderNo: id, ...standingOf(kept.get(id), now()) }),
    before: { orderNo: id, state: 'processing', amountFen },
    onTold() {
      const told = kept.get(id)
      if (told) kept.put({ ...told, isTold: true })
    },
  })
}
