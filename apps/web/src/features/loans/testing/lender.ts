import { specimenRules } from '@qingzhou/domain/specimen'
import { agreementsShapes } from '@qingzhou/contract/features/agreements'
import { calls } from '@qingzhou/contract/calls'
import { loansShapes, type LoanCoupon } from '@qingzhou/contract/features/loans'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { quoteDraw } from '@qingzhou/domain/draws/draw-request'
import type { ServiceFee } from '@qingzhou/domain/cost/service-fee'
import { fen, ZERO, sum, type Money } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import type { connectNetwork } from '#shared/testing/network.ts'

type Network = Awaited<ReturnType<typeof connectNetwork>>
type QuoteInput = Input<typeof loansShapes.quote>
type AgreementsInput = Input<typeof agreementsShapes.toConfirm>
type QuoteAnswer = Output<typeof loansShapes.quote>

const coupon: LoanCoupon = {
  couponNo: 'COUPON-1',
  name: '首期立减券',
  benefit: '首期少还 20.00 元',
  saving: fen(20_00n),
  amountMin: fen(1000_00n),
  months: [3, 6, 12],
  validUntil: localDate('2026-12-31'),
}

type DrawInput = {
  amountMax: Money
  readonly quotes: QuoteInput[]
  readonly agreements: AgreementsInput[]
  readonly purposes: (string | undefined)[]
  applications: number
  rate: bigint
  serviceFee: ServiceFee | undefined
}

const bank = {
  bankCode: 'ABC',
  bankName: '江海银行',
  singleLimit: fen(50_000_00n),
  dayLimit: fen(100_000_00n),
}

/** A lender with default answers; calculates by the domain rules. */
export function answerAsLender(network: Network) {
  const requests: DrawInput = {
    quotes: [],
    agreements: [],
    purposes: [],
    applications: 0,
    rate: 144_000n,
    serviceFee: undefined,
    amountMax: fen(30_000_00n),
  }

  network.answer(calls.loans.choices, loansShapes.choices, () => ({
    amountMin: product.draw.amountMin,
    amountMax: requests.amountMax,
    step: product.draw.step,
    terms: [...product.terms],
    purposes: [
      { code: 'daily', name: '日常消费' },
      { code: 'travel', name: '旅游出行' },
    ],
    methods: [
      { code: 'equal-instalments' as const, name: '等额本息', monthsMax: 24 },
      { code: 'interest-first' as const, name: '先息后本', monthsMax: 12 },
    ],
  }))
  network.answer(calls.loans.rate, loansShapes.rate, () => ({
    lpr: 30_000n,
    lprOn: localDate('2026-10-20'),
    annualRate: requests.rate,
  }))
  network.answer(calls.loans.currentStep, loansShapes.currentStep, () => ({
    step: 'borrow' as const,
  }))
  network.answer(calls.loans.payoutCards, loansShapes.payoutCards, () => ({
    cards: [
      { cardId: 'CARD-1', lastFour: '6217', ...bank },
      { cardId: 'CARD-2', lastFour: '0036', ...bank },
    ],
  }))
  network.answer(calls.loans.coupons, loansShapes.coupons, ({ months }) =>
    coupon.months.includes(months)
      ? { usable: [coupon], unusable: [], bestCouponNo: coupon.couponNo }
      : { usable: [], unusable: [{ ...coupon, reason: '不适用于该期限' }] },
  )
  network.answer(calls.loans.quote, loansShapes.quote, (input) => {
    requests.quotes.push(input)
    return quoteFor(input, requests)
  })
  answerAgreements(network, requests.agreements)
  network.answer(calls.loans.apply, loansShapes.apply, ({ purpose }) => {
    requests.applications += 1
    requests.purposes.push(purpose)
    return { drawNo: 'DRAW-0001', verification: ['sms' as const] }
  })
  return requests
}

function answerAgreements(network: Network, requests: AgreementsInput[]) {
  network.answer(calls.agreements.toConfirm, agreementsShapes.toConfirm, (input) => {
    requests.push(input)
    const { eventType } = input
    const title = eventType === '0301' ? '借款合同' : '委托扣款授权书'
    const blocks = [{ kind: 'paragraph' as const, text: '正文' }]
    return {
      agreements: [
        { code: `agreement-${eventType}`, version: '1', title, isSeparate: false, blocks },
      ],
    }
  })
}

/** A partner funds larger loans. */
const SHARED_OVER = fen(20_000_00n)

function quoteFor(input: QuoteInput, { rate: annualRatePpm, serviceFee }: DrawInput): QuoteAnswer {
  const today = localDate('2026-11-15')
  const quoted = quoteDraw({
    amount: input.amount,
    months: input.months,
    method: input.method,
    purpose: 'daily',
    annualRatePpm,
    today,
    rules: specimenRules,
    serviceFee,
  })
  if (!quoted.ok) throw new Error(quoted.refusal.kind)
  const { plan, cost } = quoted.value
  const rows = plan.instalments.map(({ n, period, principal, interest, fee, balance }) => ({
    n,
    dueDate: period.to,
    principal,
    interest,
    balance,
    fee,
    given: ZERO,
    amount: sum([principal, interest, fee]),
  }))
  const quoteId = `${input.amount}-${input.months}-${annualRatePpm}-quote`
  return {
    plan: rows,
    firstAmount: rows[0]?.amount ?? ZERO,
    totalInterest: plan.totalInterest,
    totalFees: plan.totalFees,
    totalDiscount: ZERO,
    totalAmount: sum(rows.map(({ amount }) => amount)),
    annualRate: annualRatePpm,
    annualCost: cost.simplePpm,
    agreementInput: { agreementFields: {}, isUnionLoan: input.amount > SHARED_OVER },
    costSheet: {
      principal: input.amount,
      charges: [
        { name: '利息', amount: plan.totalInterest, chargedBy: '轻舟消费金融', how: '按日计息' },
        { name: '服务费', amount: ZERO, chargedBy: '—', how: '不收取' },
      ],
      total: plan.totalInterest,
      annualCost: cost.simplePpm,
      late: [{ name: '罚息', how: '合同利率的 1.5 倍' }],
      readSeconds: 0,
      digest: `digest-of-${quoteId}`,
    },
    quoteId,
  }
}
