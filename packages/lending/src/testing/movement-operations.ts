import { addDays, localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import type { RefundEvent } from '@qingzhou/domain/repayment/refund'
import type { Act } from '#act.ts'
import type { DrawRequest } from '#requests.ts'
import type { DrawDeps } from '#draws/approve-draw.ts'
import * as lending from '#index.ts'
import type { LimitRequest } from '#limits/open-limit.ts'
import type { TransferKind } from '#payments/payment-store.ts'
import { anyDraw } from './books.ts'

/** A request of any operation on a limit, a draw, a refund or a transfer. */
export type Movement = {
  readonly draw: DrawRequest
  readonly drawNo: string
  readonly on: LocalDate
  readonly limit: LimitRequest
  readonly refundNo: string
  readonly transfers: Readonly<Record<TransferKind, string>>
}

type Changes = Readonly<Partial<Movement>>

export type MovementOperation = {
  readonly name: string
  readonly ask: (deps: DrawDeps, act: Act, request: Movement) => Promise<object>
  /** Changes that make it another request under the same number. */
  readonly others: (request: Movement) => readonly Changes[]
  /** Changes that no state makes right, with the reason of the refusal. */
  readonly wrong: (
    request: Movement,
  ) => readonly (readonly [what: string, change: Changes, kind: string])[]
  /** What another customer who asks for the same is refused for; without it, the request names nothing of the first one. */
  readonly stranger?: string
}

const ofDraw = (request: Movement, change: Partial<DrawRequest>): Changes => ({
  draw: { ...request.draw, ...change },
})

const ofLimit = (request: Movement, change: Partial<LimitRequest>): Changes => ({
  limit: { ...request.limit, ...change },
})

const wrongDraws: MovementOperation['wrong'] = (request) => [
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

const wrongDrawNos: MovementOperation['wrong'] = () => [
  ['an unknown draw', { drawNo: 'unknown-draw' }, 'draw-unknown'],
  ['a malformed number', { drawNo: '' }, 'draw-unknown'],
]

function refundOperation(event: RefundEvent): MovementOperation {
  return {
    name: `refund ${event}`,
    ask: (deps, act, { refundNo }) => lending.advanceRefund(deps, act, { refundNo, event }),
    others: () => [],
    wrong: () => [
      ['an unknown refund', { refundNo: 'unknown-refund' }, 'refund-unknown'],
      ['a malformed number', { refundNo: '' }, 'refund-unknown'],
    ],
    stranger: 'refund-unknown',
  }
}

const withTransferNo = (transferNo: string): Changes => ({
  transfers: {
    disbursement: transferNo,
    collection: transferNo,
    refund: transferNo,
    return: transferNo,
    reversal: transferNo,
  },
})

function confirmOperation(kind: TransferKind): MovementOperation {
  return {
    name: `confirm ${kind}`,
    ask: (deps, act, { transfers }) =>
      lending.confirmTransfer(deps, act, { kind, transferNo: transfers[kind] }),
    others: () => [],
    wrong: () => [
      ['an unknown transfer', withTransferNo('unknown-transfer'), 'transfer-unknown'],
      ['a malformed number', withTransferNo(''), 'transfer-unknown'],
      ['a quoted number', withTransferNo("' OR 1 = 1 --"), 'transfer-unknown'],
    ],
    stranger: 'transfer-unknown',
  }
}

export const movementOperations: readonly MovementOperation[] = [
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
    others: () => [],
    wrong: () => [],
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
    wrong: wrongDrawNos,
    stranger: 'draw-unknown',
  },
  {
    name: 'bookDraw before it was reserved',
    ask: (deps, act, { drawNo }) =>
      lending.bookDraw(deps, act, { drawNo, on: localDate('2026-01-14') }),
    others: () => [],
    wrong: wrongDrawNos,
    stranger: 'draw-unknown',
  },
  {
    name: 'bookDraw in the future',
    ask: (deps, act, { drawNo, on }) => lending.bookDraw(deps, act, { drawNo, on: addDays(on, 1) }),
    others: () => [],
    wrong: wrongDrawNos,
    stranger: 'draw-unknown',
  },
  {
    name: 'releaseDraw',
    ask: (deps, act, { drawNo }) => lending.releaseDraw(deps, act, { drawNo }),
    others: () => [],
    wrong: wrongDrawNos,
    stranger: 'draw-unknown',
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

/** What is asked for if nothing is meant to be wrong. */
export function movementOf(today: LocalDate, known: Changes): Movement {
  const none = 'unknown-transfer'
  return {
    draw: anyDraw,
    drawNo: 'unknown-draw',
    on: today,
    limit: { amount: fen(50_000_00n), grade: 'C', lender: 'consumer-finance' },
    refundNo: 'unknown-refund',
    transfers: { disbursement: none, collection: none, refund: none, return: none, reversal: none },
    ...known,
  }
}
