import { expect, it } from 'vitest'
import { fen } from '#money/money.ts'
import { advanceRefund, refundOf, type Refund, type RefundEvent } from '#repayment/refund.ts'

it('[R10] an overpayment is refunded to the card it came from', () => {
  expect(refundOf({ overpaid: fen(0n), fromCard: 'card-1' })).toBeUndefined()
  expect(refundOf({ overpaid: fen(5n), fromCard: 'card-1' })).toEqual({
    amount: 5n,
    toCard: 'card-1',
    state: 'owed',
  })
})

it('[R10] a refund is sent once, is due again when it failed, and is final when it arrived', () => {
  const states: Refund['state'][] = ['owed', 'sent', 'returned']
  const events: RefundEvent[] = ['sent', 'returned', 'failed']
  const moves = states.map((state) =>
    events.map((event) => {
      const moved = advanceRefund({ amount: fen(5n), toCard: 'card-1', state }, event)
      return moved.ok ? moved.value.state : moved.refusal.kind
    }),
  )
  expect(moves).toEqual([
    ['sent', 'refund-not-sent', 'refund-not-sent'],
    ['refund-already-sent', 'returned', 'owed'],
    ['returned', 'returned', 'returned'],
  ])
})

it('[R10] a refund that the bank has confirmed cannot fail, and can still arrive', () => {
  const sent = { amount: fen(5n), toCard: 'card-1', state: 'sent', isConfirmed: true } as const
  expect(advanceRefund(sent, 'failed')).toEqual({
    ok: false,
    refusal: { kind: 'refund-confirmed' },
  })
  expect(advanceRefund(sent, 'returned')).toMatchObject({ value: { state: 'returned' } })
})
