import { agreementsShapes } from '@qingzhou/contract/features/agreements'
import { calls } from '@qingzhou/contract/calls'
import { cardsShapes } from '@qingzhou/contract/features/cards'
import { loansShapes } from '@qingzhou/contract/features/loans'
import { mallShapes, type MallOffer, type MallOrder } from '@qingzhou/contract/features/mall'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { isSignedIn } from '#platform/session/session.ts'
import type { connectNetwork } from '#shared/testing/network.ts'

type Network = Awaited<ReturnType<typeof connectNetwork>>

const bicycle: MallOffer = {
  offerNo: 'bicycle-city',
  name: '青石通勤自行车',
  detail: '8 速变速',
  picture: 'bicycle',
  price: fen(1599_00n),
  instalments: [6, 12, 24].map((months) => ({
    months,
    monthly: fen(150_74n),
    totalInterest: fen(209_83n),
    totalFees: ZERO,
    annualCost: 234_000n,
  })),
}

export function orderOf(changes: Partial<MallOrder> = {}): MallOrder {
  return {
    orderNo: 'ORDER-0001',
    offerNo: bicycle.offerNo,
    name: bicycle.name,
    picture: bicycle.picture,
    price: bicycle.price,
    months: 12,
    state: 'delivered',
    orderedAt: Date.UTC(2026, 10, 15, 2),
    drawNo: 'DRAW-0001',
    loanNo: 'LOAN-0001',
    firstAmount: fen(138_50n),
    next: { n: 1, dueDate: localDate('2026-12-15'), amount: fen(138_50n) },
    isReturnable: true,
    isDelivered: true,
    returnableUntil: localDate('2026-11-22'),
    ...changes,
  }
}

/** A mall and a lender with default answers. */
export function answerAsShop(network: Network) {
  const request = {
    quotes: [] as Input<typeof loansShapes.quote>[],
    purchases: [] as Input<typeof mallShapes.buy>[],
    givenBack: [] as string[],
    orders: [] as MallOrder[],
  }
  network.answer(calls.mall.offers, mallShapes.offers, () => ({
    offers: [{ ...bicycle, isOwnRate: isSignedIn() }],
  }))
  network.answer(calls.loans.quote, loansShapes.quote, (input) => {
    request.quotes.push(input)
    return quoteFor(input)
  })
  network.answer(calls.cards.list, cardsShapes.list, () => ({ cards: [card] }))
  network.answer(calls.agreements.toConfirm, agreementsShapes.toConfirm, ({ eventType }) => ({
    agreements: [
      {
        code: `agreement-${eventType}`,
        version: '1',
        title: '合同',
        isSeparate: false,
        blocks: [],
      },
    ],
  }))
  network.answer(calls.mall.buy, mallShapes.buy, (input) => {
    request.purchases.push(input)
    return { orderNo: 'ORDER-0001', drawNo: 'DRAW-0001', verification: ['sms' as const] }
  })
  network.answer(calls.mall.orders, mallShapes.orders, (input) => {
    if (input.act === 'read') return { orders: request.orders, hasMore: false }
    request.givenBack.push(input.orderNo)
    request.orders = request.orders.map((order) => ({
      ...order,
      state: 'returning',
      isReturnable: false,
    }))
    return { orders: request.orders, hasMore: false }
  })
  return request
}

const card = {
  cardId: 'CARD-1',
  bankCode: 'ABC',
  bankName: '江海银行',
  lastFour: '6217',
  singleLimit: fen(50_000_00n),
  dayLimit: fen(100_000_00n),
}

function quoteFor({
  amount,
  months,
}: Input<typeof loansShapes.quote>): Output<typeof loansShapes.quote> {
  const first = {
    n: 1,
    dueDate: localDate('2026-12-15'),
    principal: amount,
    interest: fen(63_03n),
    fee: ZERO,
    given: ZERO,
    amount: fen(138_50n),
    balance: ZERO,
  }
  const quoteId = `quote-of-${months}-months`
  return {
    plan: [first],
    firstAmount: first.amount,
    totalInterest: first.interest,
    totalFees: ZERO,
    totalDiscount: ZERO,
    totalAmount: fen(1662_03n),
    annualRate: 72_000n,
    annualCost: 72_000n,
    agreementInput: { agreementFields: {}, isUnionLoan: false },
    costSheet: {
      principal: amount,
      charges: [{ name: '利息', amount: first.interest, chargedBy: '轻舟', how: '按日计息' }],
      total: first.interest,
      annualCost: 72_000n,
      late: [{ name: '罚息', how: '合同利率的 1.5 倍' }],
      readSeconds: 0,
      digest: `digest-of-${quoteId}`,
    },
    quoteId,
  }
}
