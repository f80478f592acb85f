import { addDays, localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { add, fen, type Money } from '@qingzhou/domain/money/money'
import type { Act, Deps } from '#act.ts'
import * as lending from '#index.ts'
import { cardId } from './books.ts'
import { offerNo, paymentNo, type Subject } from './matrix-states.ts'

type Amounts = { readonly due: Money; readonly payoff: Money }

/** A request with the fields of all operations. */
export type Request = {
  readonly loanNo: string
  readonly loanNos: readonly string[]
  readonly amount: Money
  readonly cardId: string
  readonly through: number
  readonly days: number
  readonly months: number
  readonly annualRatePpm: bigint
  readonly from: LocalDate
  readonly lastDay: LocalDate
  readonly penaltySharePpm: bigint
  readonly interestSharePpm: bigint
  readonly offerNo: string
  readonly paymentNo: string
  readonly keep: 'term' | 'instalment'
}

export type Operation = {
  readonly name: string
  readonly ask: (deps: Deps, act: Act, request: Request) => Promise<object>
  /** The amount that a valid request pays. */
  readonly amount?: (amounts: Amounts) => Money
  /** The fields of its body besides the loan. Changing one makes another request. */
  readonly fields: readonly (keyof Request)[]
  /** Changes that make the request invalid in every state. */
  readonly wrong: readonly (readonly [string, Partial<Request>])[]
}

const wrongAmounts: Operation['wrong'] = [
  ['an amount of nothing', { amount: fen(0n) }],
  ['an amount below zero', { amount: fen(-1n) }],
  ['an amount beyond all debts', { amount: fen(10n ** 15n) }],
  ['a card without a name', { cardId: '' }],
]

const wrongMoves: Operation['wrong'] = [
  ['no days', { days: 0 }],
  ['days below zero', { days: -5 }],
  ['half a day', { days: 1.5 }],
  ['days without end', { days: 10_000 }],
  ['days that are no number', { days: Number.NaN }],
]

const wrongMonths: Operation['wrong'] = [
  ['no months', { months: 0 }],
  ['half a month', { months: 6.5 }],
  ['months without end', { months: 1_000 }],
]

/** The part of a request that a payment takes. */
const pay = ({ loanNo, amount, cardId: card }: Request) => ({ loanNo, amount, cardId: card })

export const operations: readonly Operation[] = [
  {
    name: 'receivePayment',
    fields: ['amount', 'cardId'],
    ask: (deps, act, request) => lending.receivePayment(deps, act, pay(request)),
    amount: ({ due }) => due,
    wrong: wrongAmounts,
  },
  {
    name: 'repayThrough',
    fields: ['amount', 'cardId', 'through'],
    ask: (deps, act, request) =>
      lending.repayThrough(deps, act, { ...pay(request), through: request.through }),
    amount: ({ due }) => due,
    wrong: wrongAmounts,
  },
  {
    name: 'repayInFull',
    fields: ['amount', 'cardId'],
    ask: (deps, act, request) => lending.repayInFull(deps, act, pay(request)),
    amount: ({ payoff }) => payoff,
    wrong: [...wrongAmounts, ['an amount below the payoff', { amount: fen(1_00n) }]],
  },
  {
    name: 'repayInPart',
    fields: ['amount', 'cardId', 'keep'],
    ask: (deps, act, request) =>
      lending.repayInPart(deps, act, { ...pay(request), keep: request.keep }),
    amount: () => fen(500_00n),
    wrong: [
      ...wrongAmounts,
      ['an amount below the least', { amount: fen(99_99n) }],
      ['an amount above the payoff', { amount: fen(40_000_00n) }],
    ],
  },
  {
    name: 'deferInstalment',
    fields: ['days'],
    ask: (deps, act, { loanNo, days }) => lending.deferInstalment(deps, act, { loanNo, days }),
    wrong: wrongMoves,
  },
  {
    name: 'grantForbearanceOnLoan',
    fields: ['days'],
    ask: (deps, act, { loanNo, days }) =>
      lending.grantForbearanceOnLoan(deps, act, { loanNo, days }),
    wrong: wrongMoves,
  },
  {
    name: 'cutRate',
    fields: ['annualRatePpm', 'from'],
    ask: (deps, act, { loanNo, annualRatePpm, from }) =>
      lending.cutRate(deps, act, { loanNo, annualRatePpm, from }),
    wrong: [
      ['a rate below zero', { annualRatePpm: -1n }],
      ['a higher rate', { annualRatePpm: 240_001n }],
      ['a day before the loan', { from: localDate('2026-01-01') }],
      ['a day in the future', { from: localDate('2029-01-01') }],
    ],
  },
  {
    name: 'offerWaiver',
    fields: ['penaltySharePpm', 'interestSharePpm', 'lastDay'],
    ask: (deps, act, { loanNo, penaltySharePpm, interestSharePpm, lastDay }) =>
      lending.offerWaiver(deps, act, { loanNo, penaltySharePpm, interestSharePpm, lastDay }),
    wrong: [
      ['a share below zero', { penaltySharePpm: -1n }],
      ['a share above all', { interestSharePpm: 1_000_001n }],
      ['a last day that has passed', { lastDay: localDate('2026-01-01') }],
    ],
  },
  {
    name: 'payWithWaiver',
    fields: ['amount', 'cardId'],
    ask: (deps, act, request) =>
      lending.payWithWaiver(deps, act, { ...pay(request), offerNo: request.offerNo }),
    amount: ({ due }) => due,
    wrong: [...wrongAmounts, ['an unknown offer', { offerNo: 'unknown-offer' }]],
  },
  {
    name: 'waiveAmount',
    fields: ['amount'],
    ask: (deps, act, { loanNo, amount }) =>
      lending.waiveAmount(deps, act, { loanNo, part: 'interest', waived: amount }),
    amount: () => fen(1_00n),
    wrong: wrongAmounts.slice(0, 3),
  },
  {
    name: 'convertLoanBill',
    fields: ['months'],
    ask: (deps, act, { loanNo, months }) => lending.convertLoanBill(deps, act, { loanNo, months }),
    wrong: [...wrongMonths, ['months that are not offered', { months: 4 }]],
  },
  {
    name: 'consolidateLoans',
    fields: ['months', 'cardId'],
    ask: (deps, act, { loanNos, months, cardId: card }) =>
      lending.consolidateLoans(deps, act, { loanNos, months, cardId: card }),
    wrong: [
      ...wrongMonths,
      ['no loans', { loanNos: [] }],
      ['an unknown loan', { loanNos: ['no-such-loan'] }],
    ],
  },
  {
    name: 'defaultPlan',
    fields: [],
    ask: (deps, act, { loanNo }) => lending.defaultPlan(deps, act, { loanNo }),
    wrong: [],
  },
  {
    name: 'noteReturn',
    fields: [],
    ask: (deps, act, { loanNo }) => lending.recordReturn(deps, act, { loanNo, event: 'asked' }),
    wrong: [],
  },
  {
    name: 'reverseLoan',
    fields: [],
    ask: (deps, act, { loanNo }) => lending.reverseLoan(deps, act, { loanNo }),
    wrong: [],
  },
  {
    name: 'bookPastPayment',
    fields: ['amount', 'cardId'],
    ask: (deps, act, { loanNo, amount, cardId: card, from }) =>
      lending.bookPastPayment(deps, act, {
        loanNo,
        cardId: card,
        act: { do: 'pay', on: addDays(from, -6), amount },
      }),
    amount: ({ due }) => due,
    wrong: wrongAmounts,
  },
  {
    name: 'giveBack',
    fields: ['amount'],
    ask: (deps, act, { loanNo, amount }) => lending.giveBack(deps, act, { loanNo, amount }),
    amount: () => fen(1_00n),
    wrong: wrongAmounts.slice(0, 3),
  },
  {
    name: 'reversePayment',
    fields: ['paymentNo'],
    ask: (deps, act, { loanNo, paymentNo: no }) =>
      lending.reversePayment(deps, act, { loanNo, paymentNo: no, reason: 'bounced' }),
    wrong: [['an unknown payment', { paymentNo: 'unknown-payment' }]],
  },
]

/** A valid request, unless the state forbids the operation. */
export function requestOf(
  { loanNo, today }: Pick<Subject, 'loanNo' | 'today'>,
  operation: Operation,
  amounts: Amounts,
): Request {
  const wanted = operation.amount?.(amounts) ?? fen(0n)
  return {
    loanNo,
    loanNos: [loanNo],
    amount: wanted > 0n ? wanted : add(wanted, fen(100_00n)),
    cardId,
    through: 1,
    days: 10,
    months: 12,
    annualRatePpm: 50_000n,
    from: addDays(today, 1),
    lastDay: addDays(today, 10),
    penaltySharePpm: 1_000_000n,
    interestSharePpm: 0n,
    offerNo,
    paymentNo,
    keep: 'term',
  }
}
