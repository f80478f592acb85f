import type { PaymentAct } from '@qingzhou/domain/acts/past'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { bookPastPayment, payWithWaiver, refundNosOfPast } from '@qingzhou/lending/index'
import { dayInShanghai, minutesAfter } from '@qingzhou/platform/clock'
import { Refused } from '@qingzhou/platform/refused'
import type { OrderLine } from '@qingzhou/lending/index'
import type { Order } from '#features/repayment/orders/order-store.ts'
import type { TakeLine } from '#features/repayment/orders/settle-collection.ts'

/** A line counts for the day on which its money moved, and not before the day it was ordered on. */
export function assignBookingDay(paidOn: LocalDate): TakeLine {
  return async (tx, deps, { act, order, line }) => {
    const { loanNo, amount } = line
    const { quotedOn, aim, payBy } = order
    const request = { loanNo, amount, cardId: order.cardId ?? payBy }
    if (aim.kind === 'waiver') {
      await tx.query('SAVEPOINT waiver')
      try {
        // It counts for the day it was ordered on.
        const waiver = { ...request, offerNo: aim.offerNo, orderedOn: quotedOn }
        const { overpaid } = await payWithWaiver(deps, act, waiver)
        return { overpaid, refundNos: overpaid > 0n ? [act.requestNo] : [] }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        await tx.query('ROLLBACK TO SAVEPOINT waiver')
      }
    }
    const moved = dayOfOrder(paidOn, order)
    const on = moved < quotedOn ? quotedOn : moved
    const answer = await bookPastPayment(deps, act, {
      loanNo,
      cardId: request.cardId,
      act: actOf(order, line, on),
      isOrdered: true,
    })
    return { overpaid: answer.overpaid, refundNos: refundNosOfPast(act.requestNo, answer) }
  }
}

const LAST_HOUR_MINUTES = 60

/** A clearing day may end an hour before midnight: an order of that hour counts for its own day. */
export function dayOfOrder(movedOn: LocalDate, { orderedAt }: Pick<Order, 'orderedAt'>): LocalDate {
  if (!orderedAt || dayInShanghai(minutesAfter(orderedAt, LAST_HOUR_MINUTES)) !== movedOn) {
    return movedOn
  }
  return dayInShanghai(orderedAt)
}

function actOf({ aim }: Order, { amount, through }: OrderLine, on: LocalDate): PaymentAct {
  if (through !== undefined) return { do: 'pay-through', on, amount, through }
  if (aim.kind === 'earlyFull') return { do: 'settle', on, amount }
  if (aim.kind === 'earlyPart') {
    return { do: 'repay-part', on, amount, ...(aim.keep && { keep: aim.keep }) }
  }
  return { do: 'pay', on, amount }
}
