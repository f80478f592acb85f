import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Loan } from '@qingzhou/domain/loans/loan'
import { ZERO, type Money } from '@qingzhou/domain/money/money'
import { cutRate as cut } from '@qingzhou/domain/rate-cuts/rate-cut'
import type { ChangedLoan } from '@qingzhou/domain/repayment/excess'
import { refused, type Outcome } from '@qingzhou/domain/refusal'
import { deferInstalment as delay } from '@qingzhou/domain/repayment/deferral'
import {
  payoffOn,
  repayInFull as settleAll,
  repayInPart as settlePart,
} from '@qingzhou/domain/repayment/early-repayment'
import { grantForbearance } from '@qingzhou/domain/repayment/forbearance'
import {
  billThrough,
  dueOn,
  receivePayment as receive,
  repayThrough,
} from '@qingzhou/domain/repayment/repay'
import * as lending from '#index.ts'
import { cardId } from './books.ts'
import { newBookOrder, newReserveOrder, newReleaseOrder } from './draw-orders.ts'
import { loanOf, withPayment, withStep, type Model } from './model.ts'
import {
  amountOf,
  newPlanDefaultOrder,
  newReturnOrder,
  newReversalOrder,
  type About,
  type Choice,
  type Order,
} from './order.ts'
import {
  newConsolidationOrder,
  newWaiverOfferOrder,
  newBillConversionOrder,
  newWaiverOrder,
} from './special-orders.ts'

/** Undefined when the choice needs a loan or a reserved draw and there is none. */
export function orderOf(choice: Choice, model: Model): Order | undefined {
  const { kind, which } = choice
  if (kind === 'hold') return newReserveOrder(choice, model)
  if (kind === 'book' || kind === 'release') {
    const held = model.draws[which % Math.max(1, model.draws.length)]
    return held && (kind === 'book' ? newBookOrder(choice, held, model) : newReleaseOrder(held))
  }
  const record = model.loans[which % Math.max(1, model.loans.length)]
  return record && orders[kind]({ choice, model, loanNo: record.loanNo, loan: record.loan })
}

type OfLoan = Exclude<Choice['kind'], 'hold' | 'book' | 'release'>

const orders: Record<OfLoan, (about: About) => Order> = {
  repay: (about) => {
    const { loan, choice, model } = about
    const through = 1 + (choice.size % loan.instalments.length)
    const bill = billThrough(loan, { through, today: model.today })
    return paymentOrder(about, {
      whole: bill.ok ? bill.value : ZERO,
      ask: (deps, act, request) => lending.repayThrough(deps, act, { ...request, through }),
      settle: (of, payment) => repayThrough(of, { ...payment, through }),
    })
  },
  receive: (about) =>
    paymentOrder(about, {
      whole: dueOn(about.model.today, about.loan),
      ask: lending.receivePayment,
      settle: receive,
    }),
  'early-full': (about) =>
    paymentOrder(about, {
      whole: payoffOn(about.model.today, about.loan),
      ask: lending.repayInFull,
      settle: settleAll,
    }),
  'early-part': (about) =>
    paymentOrder(about, {
      whole: payoffOn(about.model.today, about.loan),
      ask: (deps, act, request) => lending.repayInPart(deps, act, { ...request, ...keepOf(about) }),
      settle: (loan, payment) => settlePart(loan, { ...payment, ...keepOf(about) }),
    }),
  delay: (about) => {
    const days = about.choice.size % 40
    return changeOrder(about, {
      ask: (deps, act) => lending.deferInstalment(deps, act, { loanNo: about.loanNo, days }),
      rule: ({ loan, defaultedOn }, today) =>
        defaultedOn === undefined
          ? delay(loan, { days, today })
          : refused({ kind: 'plan-defaulted' }),
    })
  },
  relief: (about) => {
    const days = about.choice.size % 100
    return changeOrder(about, {
      ask: (deps, act) => lending.grantForbearanceOnLoan(deps, act, { loanNo: about.loanNo, days }),
      rule: ({ loan, defaultedOn }, today) =>
        defaultedOn === undefined
          ? grantForbearance(loan, { days, today })
          : refused({ kind: 'plan-defaulted' }),
    })
  },
  cut: (about) => {
    const annualRatePpm = BigInt(100_000 - (about.choice.size % 11) * 9_000)
    const from = addDays(about.model.today, 1)
    const { loanNo } = about
    return changeOrder(about, {
      ask: (deps, act) => lending.cutRate(deps, act, { loanNo, annualRatePpm, from }),
      rule: ({ loan }, today) => cut(loan, { annualRatePpm, from, today }),
    })
  },
  offer: newWaiverOfferOrder,
  waive: newWaiverOrder,
  join: newConsolidationOrder,
  spread: newBillConversionOrder,
  break: newPlanDefaultOrder,
  return: newReturnOrder,
  reverse: newReversalOrder,
}

/** What an early partial repayment keeps: term, instalment or unspecified. */
function keepOf({ choice: { size } }: About): { keep?: 'term' | 'instalment' } {
  if (size % 3 === 0) return {}
  return { keep: size % 3 === 1 ? 'term' : 'instalment' }
}

function paymentOrder(
  { choice, loanNo }: About,
  rule: {
    whole: Money
    ask: typeof lending.receivePayment
    settle: typeof receive
  },
): Order {
  const amount = amountOf(choice, rule.whole)
  return {
    ask: (deps, act) => rule.ask(deps, act, { loanNo, amount, cardId }),
    expected: (model) => {
      const record = loanOf(model, loanNo)
      const outcome = rule.settle(record.loan, { amount, today: model.today })
      return withPayment(model, { record, amount, outcome })
    },
  }
}

function changeOrder(
  { loanNo }: About,
  change: {
    ask: Order['ask']
    rule: (record: ReturnType<typeof loanOf>, today: LocalDate) => Outcome<Loan | ChangedLoan>
  },
): Order {
  return {
    ask: change.ask,
    expected: (model) => {
      const record = loanOf(model, loanNo)
      const changed = change.rule(record, model.today)
      if (!changed.ok) return changed
      const { value } = changed
      const { loan, overpaid } = 'overpaid' in value ? value : { loan: value, overpaid: 0n }
      const after = withStep(model, record, loan)
      const refundsPayable = after.refundsPayable + overpaid
      return { ok: true, value: { answer: {}, model: { ...after, refundsPayable } } }
    },
  }
}
