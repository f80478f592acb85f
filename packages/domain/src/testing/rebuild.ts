import { bookPastPayment, reversePayment as reversed, type LoanPast } from '#acts/past.ts'
import { addDays } from '#calendar/local-date.ts'
import { entriesOf } from '#ledger/entries.ts'
import { add, fen, lesser, subtract, ZERO, type Money } from '#money/money.ts'
import { dueOn } from '#repayment/repay.ts'
import type { ChangedLoan } from '#repayment/excess.ts'
import { fail, type Life, type TrackedLoan } from '#testing/life.ts'

/** Takes back one of the payments of a loan, with what it left over and is not refunded. [R16] */
export function reversePayment(life: Life, lived: TrackedLoan, pick: number): void {
  const { past, isElsewhere, reversedOn } = lived
  const payments = past.done.flatMap((one, place) =>
    'act' in one && 'amount' in one.act && one.no !== undefined && !one.isReversed
      ? [{ ...one, place, no: one.no, amount: one.act.amount }]
      : [],
  )
  const payment = payments[pick % Math.max(1, payments.length)]
  if (!payment || isElsewhere || reversedOn) return
  const { no, place, amount, sentBack } = payment
  const unsent = lesser(sentBack, subtract(lived.overpaid, lived.refunded))
  const outcome = reversed(past, { no, unsent, today: life.today })
  if (!outcome.ok) return
  const expected = lived.reference.reverse(place, { today: life.today, unsent })
  const money = { received: subtract(ZERO, amount), backThen: subtract(ZERO, unsent), expected }
  rebuild(life, lived, { ...outcome.value, ...money })
}

/** Books money that came in on a day that has passed. [R17] */
export function payInThePast(
  life: Life,
  lived: TrackedLoan,
  payment: { percent: number; daysBack: number; isOrdered: boolean },
): void {
  const { past, isElsewhere, reversedOn } = lived
  const { percent, daysBack, isOrdered } = payment
  const { today } = life
  const on = addDays(today, -daysBack)
  const amount = fen((dueOn(today, past.loan) * BigInt(percent)) / 100n)
  if (on < past.opening.start || amount === 0n || isElsewhere || reversedOn) return
  const act = { do: 'pay', on, amount } as const
  const no = `past ${past.done.length}`
  const outcome = bookPastPayment(past, { act, no, today, isOrdered })
  if (!outcome.ok) return
  const { backThen, backNow: expected } = lived.reference.payPast(act, { today, isOrdered })
  const { sentBack } = outcome.value
  if (sentBack !== backThen) fail(life, `law 4: ${sentBack} went back on ${on}, not ${backThen}`)
  rebuild(life, lived, { ...outcome.value, received: amount, backThen: sentBack, expected })
}

/** Posts a rebuilt loan. `backThen` went back, or does not go back any more, for the day of the payment. */
function rebuild(
  life: Life,
  lived: TrackedLoan,
  rebuilt: ChangedLoan & {
    readonly past: LoanPast
    readonly received: Money
    readonly backThen: Money
    readonly expected: bigint
  },
): void {
  const { past, received, backThen, overpaid: now, expected } = rebuilt
  life.log.push(`  received ${received}, back ${backThen} then, ${now} now`)
  const overpaid = add(backThen, now)
  const event = received < 0n ? 'reversal' : 'payment'
  const step = { event, before: lived.past.loan, after: past.loan, today: life.today } as const
  lived.entries.push(...entriesOf({ ...step, overpaid }))
  lived.past = past
  lived.isRebuilt = true
  lived.received = add(lived.received, received)
  lived.overpaid = add(lived.overpaid, overpaid)
  life.events.push(event)
  if (expected !== now) fail(life, `law 4: ${now} goes back, not ${expected}`)
}
