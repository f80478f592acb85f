import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import * as lending from '#index.ts'
import type { Changes, Operation, Request } from './catalogue.ts'

type Wrong = readonly (readonly [what: string, change: Changes])[]

/** The same request with each of some fields changed. */
const changing =
  (...fields: readonly (keyof Request)[]): Required<Operation>['others'] =>
  (request) => {
    const changed: Changes = {
      amount: fen(request.amount + 1n),
      cardId: 'card-2',
      days: request.days + 1,
      months: request.months - 6,
      through: request.through + 1,
      annualRatePpm: 40_000n,
      from: addDays(request.from, -1),
      lastDay: addDays(request.lastDay, 1),
      penaltySharePpm: 1n,
      interestSharePpm: 1n,
      keep: 'instalment',
      paymentNo: 'another-payment',
    }
    return fields.map((field) => ({ [field]: changed[field] }))
  }

const wrongAmounts: Wrong = [
  ['an amount of nothing', { amount: fen(0n) }],
  ['an amount below zero', { amount: fen(-1n) }],
  ['an amount beyond all debts', { amount: fen(10n ** 15n) }],
  ['a card without a name', { cardId: '' }],
]

const wrongMoves: Wrong = [
  ['no days', { days: 0 }],
  ['days below zero', { days: -5 }],
  ['half a day', { days: 1.5 }],
  ['days without end', { days: 10_000 }],
  ['days that are no number', { days: Number.NaN }],
]

const wrongMonths: Wrong = [
  ['no months', { months: 0 }],
  ['half a month', { months: 6.5 }],
  ['months without end', { months: 1_000 }],
]

/** The part of a request that a payment takes. */
const pay = ({ loanNo, amount, cardId: card }: Request) => ({ loanNo, amount, cardId: card })

const onOneLoan: readonly Operation[] = [
  {
    name: 'receivePayment',
    others: changing('amount', 'cardId'),
    ask: (deps, act, request) => lending.receivePayment(deps, act, pay(request)),
    amount: ({ due }) => due,
    wrong: () => wrongAmounts,
  },
  {
    name: 'repayThrough',
    others: changing('amount', 'cardId', 'through'),
    ask: (deps, act, request) =>
      lending.repayThrough(deps, act, { ...pay(request), through: request.through }),
    amount: ({ due }) => due,
    wrong: () => wrongAmounts,
  },
  {
    name: 'repayInFull',
    others: changing('amount', 'cardId'),
    ask: (deps, act, request) => lending.repayInFull(deps, act, pay(request)),
    amount: ({ payoff }) => payoff,
    wrong: () => [...wrongAmounts, ['an amount below the payoff', { amount: fen(1_00n) }]],
  },
  {
    name: 'repayInPart',
    others: changing('amount', 'cardId', 'keep'),
    ask: (deps, act, request) =>
      lending.repayInPart(deps, act, { ...pay(request), keep: request.keep }),
    amount: () => fen(500_00n),
    wrong: () => [
      ...wrongAmounts,
      ['an amount below the least', { amount: fen(99_99n) }],
      ['an amount above the payoff', { amount: fen(40_000_00n) }],
    ],
  },
  {
    name: 'deferInstalment',
    others: changing('days'),
    ask: (deps, act, { loanNo, days }) => lending.deferInstalment(deps, act, { loanNo, days }),
    wrong: () => wrongMoves,
  },
  {
    name: 'grantForbearanceOnLoan',
    others: changing('days'),
    ask: (deps, act, { loanNo, days }) =>
      lending.grantForbearanceOnLoan(deps, act, { loanNo, days }),
    wrong: () => wrongMoves,
  },
  {
    name: 'cutRate',
    others: changing('annualRatePpm', 'from'),
    ask: (deps, act, { loanNo, annualRatePpm, from }) =>
      lending.cutRate(deps, act, { loanNo, annualRatePpm, from }),
    wrong: () => [
      ['a rate below zero', { annualRatePpm: -1n }],
      ['a higher rate', { annualRatePpm: 240_001n }],
      ['a day before the loan', { from: localDate('2026-01-01') }],
      ['a day in the future', { from: localDate('2029-01-01') }],
    ],
  },
  {
    name: 'offerWaiver',
    others: changing('penaltySharePpm', 'interestSharePpm', 'lastDay'),
    ask: (deps, act, { loanNo, penaltySharePpm, interestSharePpm, lastDay }) =>
      lending.offerWaiver(deps, act, { loanNo, penaltySharePpm, interestSharePpm, lastDay }),
    wrong: () => [
      ['a share below zero', { penaltySharePpm: -1n }],
      ['a share above all', { interestSharePpm: 1_000_001n }],
      ['a last day that has passed', { lastDay: localDate('2026-01-01') }],
    ],
  },
  {
    name: 'payWithWaiver',
    others: changing('amount', 'cardId'),
    ask: (deps, act, request) =>
      lending.payWithWaiver(deps, act, { ...pay(request), offerNo: request.offerNo }),
    amount: ({ due }) => due,
    wrong: () => [...wrongAmounts, ['an unknown offer', { offerNo: 'unknown-offer' }]],
  },
  {
    name: 'waiveAmount',
    others: changing('amount'),
    ask: (deps, act, { loanNo, amount }) =>
      lending.waiveAmount(deps, act, { loanNo, part: 'interest', waived: amount }),
    amount: () => fen(1_00n),
    wrong: () => wrongAmounts.slice(0, 3),
  },
  {
    name: 'convertLoanBill',
    others: changing('months'),
    ask: (deps, act, { loanNo, months }) => lending.convertLoanBill(deps, act, { loanNo, months }),
    wrong: () => [...wrongMonths, ['months that are not offered', { months: 4 }]],
  },
  {
    name: 'consolidateLoans',
    others: changing('months', 'cardId'),
    ask: (deps, act, { loanNos, months, cardId: card }) =>
      lending.consolidateLoans(deps, act, { loanNos, months, cardId: card }),
    wrong: () => [
      ...wrongMonths,
      ['no loans', { loanNos: [] }],
      ['an unknown loan', { loanNos: ['no-such-loan'] }],
    ],
  },
  {
    name: 'defaultPlan',
    ask: (deps, act, { loanNo }) => lending.defaultPlan(deps, act, { loanNo }),
  },
  {
    name: 'noteReturn',
    ask: (deps, act, { loanNo, event }) => lending.recordReturn(deps, act, { loanNo, event }),
  },
  {
    name: 'reverseLoan',
    ask: (deps, act, { loanNo }) => lending.reverseLoan(deps, act, { loanNo }),
  },
  {
    name: 'bookPastPayment',
    others: changing('amount', 'cardId'),
    ask: (deps, act, { loanNo, amount, cardId: card, from }) =>
      lending.bookPastPayment(deps, act, {
        loanNo,
        cardId: card,
        act: { do: 'pay', on: addDays(from, -6), amount },
      }),
    amount: ({ due }) => due,
    wrong: () => wrongAmounts,
  },
  {
    name: 'giveBack',
    others: changing('amount'),
    ask: (deps, act, { loanNo, amount }) => lending.giveBack(deps, act, { loanNo, amount }),
    amount: () => fen(1_00n),
    wrong: () => wrongAmounts.slice(0, 3),
  },
  {
    name: 'reversePayment',
    others: changing('paymentNo'),
    ask: (deps, act, { loanNo, paymentNo: no }) =>
      lending.reversePayment(deps, act, { loanNo, paymentNo: no, reason: 'bounced' }),
    wrong: () => [['an unknown payment', { paymentNo: 'unknown-payment' }]],
  },
]

const missing = { loanNo: 'no-such-loan', loanNos: ['no-such-loan'] }

/** The operations on loans. */
export const loanOperations: readonly Operation[] = onOneLoan.map((operation) => ({
  ...operation,
  unknown: { kind: 'loan-unknown', changes: [missing] },
}))
