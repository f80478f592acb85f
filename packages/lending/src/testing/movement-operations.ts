import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import type { RefundEvent } from '@qingzhou/domain/repayment/refund'
import type { DrawRequest } from '#requests.ts'
import * as lending from '#index.ts'
import type { LimitRequest } from '#limits/open-limit.ts'
import type { TransferKind } from '#payments/payment-store.ts'
import { noTransfers, type Changes, type Operation, type Request } from './catalogue.ts'

const ofDraw = (request: Request, change: Partial<DrawRequest>): Changes => ({
  draw: { ...request.draw, ...change },
})

const ofLimit = (request: Request, change: Partial<LimitRequest>): Changes => ({
  limit: { ...request.limit, ...change },
})

const wrongDraws: Required<Operation>['wrong'] = (request) => [
  ['an amount of nothing', ofDraw(request, { amount: fen(0n) }), 'draw-amount-not-offered'],
  ['an amount below zero', ofDraw(request, { amount: fen(-500_00n) }), 'draw-amount-not-offered'],
  ['an amount between steps', ofDraw(request, { amount: fen(600_01n) }), 'draw-amount-not-offered'],
  ['an amount above all', ofDraw(request, { amount: fen(10n ** 15n) }), 'draw-amount-not-offered'],
  ['no months', ofDraw(request, { months: 0 }), 'term-not-offered'],
  ['half a month', ofDraw(request, { months: 6.5 }), 'term-not-offered'],
  ['months that are no number', ofDraw(request, { months: Number.NaN }), 'term-not-offered'],
  ['months that are not offered', ofDraw(request, { months: 4 }), 'term-not-offered'],
  [
    'a method too long',
    ofDraw(request, { method: 'interest-first', months: 24 }),
    'method-not-offered',
  ],
  ['a forbidden purpose', ofDraw(request, { purpose: 'housing' }), 'purpose-not-accepted'],
  ['an unknown coupon', ofDraw(request, { couponNo: 'unknown-coupon' }), 'coupon-unknown'],
  ['a malformed coupon', ofDraw(request, { couponNo: '' }), 'coupon-unknown'],
  ['a card without a name', ofDraw(request, { cardId: '' }), 'number-malformed'],
]

const unknownDraw = {
  kind: 'draw-unknown',
  changes: [{ drawNo: 'unknown-draw' }, { drawNo: '' }],
}

function refundOperation(event: RefundEvent): Operation {
  return {
    name: `refund ${event}`,
    ask: (deps, act, { refundNo }) => lending.advanceRefund(deps, act, { refundNo, event }),
    unknown: {
      kind: 'refund-unknown',
      changes: [{ refundNo: 'unknown-refund' }, { refundNo: '' }],
    },
  }
}

function confirmOperation(kind: TransferKind): Operation {
  return {
    name: `confirm ${kind}`,
    ask: (deps, act, { transfers }) =>
      lending.confirmTransfer(deps, act, { kind, transferNo: transfers[kind] }),
    unknown: {
      kind: 'transfer-unknown',
      changes: ['unknown-transfer', '', "' OR 1 = 1 --"].map((transferNo) => ({
        transfers: { ...noTransfers, [kind]: transferNo },
      })),
    },
  }
}

/** The operations on limits, draws, refunds and transfers. */
export const movementOperations: readonly Operation[] = [
  {
    name: 'openLimit',
    ask: (deps, act, { limit }) => lending.openLimit(deps, act, limit),
    others: (request) => [
      ofLimit(request, { amount: fen(20_000_00n) }),
      ofLimit(request, { grade: 'A' }),
      ofLimit(request, { lender: 'bank' }),
    ],
    wrong: (request) => [
      ['an amount of nothing', ofLimit(request, { amount: fen(0n) }), 'limit-not-offered'],
      ['an amount below zero', ofLimit(request, { amount: fen(-500_00n) }), 'limit-not-offered'],
      ['an amount above all', ofLimit(request, { amount: fen(10n ** 15n) }), 'limit-not-offered'],
      ['an amount between steps', ofLimit(request, { amount: fen(500_01n) }), 'limit-not-offered'],
      ['an unknown grade', ofLimit(request, { grade: 'Z' }), 'grade-unknown'],
      ['a grade of an object', ofLimit(request, { grade: 'constructor' }), 'grade-unknown'],
    ],
  },
  {
    name: 'cancelLimit',
    ask: (deps, act) => lending.cancelLimit(deps, act),
  },
  {
    name: 'reserveDraw',
    ask: (deps, act, { draw }) => lending.reserveDraw(deps, act, draw),
    others: (request) => [
      ofDraw(request, { amount: fen(600_00n) }),
      ofDraw(request, { months: 3 }),
      ofDraw(request, { purpose: 'medical' }),
      ofDraw(request, { method: 'equal-principal' }),
      ofDraw(request, { cardId: 'card-2' }),
    ],
    wrong: wrongDraws,
  },
  {
    name: 'bookDraw',
    ask: (deps, act, { drawNo, on }) => lending.bookDraw(deps, act, { drawNo, on }),
    others: ({ on }) => [{ on: addDays(on, -1) }],
    unknown: unknownDraw,
  },
  {
    name: 'bookDraw before it was reserved',
    ask: (deps, act, { drawNo }) =>
      lending.bookDraw(deps, act, { drawNo, on: localDate('2026-01-14') }),
    unknown: unknownDraw,
  },
  {
    name: 'bookDraw in the future',
    ask: (deps, act, { drawNo, on }) => lending.bookDraw(deps, act, { drawNo, on: addDays(on, 1) }),
    unknown: unknownDraw,
  },
  {
    name: 'releaseDraw',
    ask: (deps, act, { drawNo }) => lending.releaseDraw(deps, act, { drawNo }),
    unknown: unknownDraw,
  },
  refundOperation('sent'),
  refundOperation('returned'),
  refundOperation('failed'),
  confirmOperation('disbursement'),
  confirmOperation('collection'),
  confirmOperation('refund'),
  confirmOperation('return'),
  confirmOperation('reversal'),
]
