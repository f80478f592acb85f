import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { reserveLimit } from '@qingzhou/domain/credit/limit'
import { methods, type Method } from '@qingzhou/domain/loans/amortise'
import { quoteDraw } from '@qingzhou/domain/loans/draw-request'
import { principalOutstanding, type Loan } from '@qingzhou/domain/loans/loan'
import { fen, type Money } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { cutRate as cut } from '@qingzhou/domain/rate-cuts/rate-cut'
import type { Outcome } from '@qingzhou/domain/refusal'
import { delayInstalment as delay } from '@qingzhou/domain/repayment/delay'
import { payoffOn, repayInFull as settleAll } from '@qingzhou/domain/repayment/early-full'
import { repayInPart as settlePart } from '@qingzhou/domain/repayment/early-part'
import { relieve } from '@qingzhou/domain/repayment/regional-relief'
import { checkRepayment, dueOn, receivePayment as receive } from '@qingzhou/domain/repayment/repay'
import * as lending from '../index.ts'
import { cardId } from './books.ts'
import { joining, offering, spreading, waiving } from './special-orders.ts'
import { loanOf, withLoan, withPayment, withStep, type Model } from './model.ts'
import { amountOf, type About, type Choice, type Order } from './order.ts'

export const benefit = { kind: 'interest-free-days', days: 45 } as const

/** Nothing where the choice asks for a loan and there is none. */
export function orderOf(choice: Choice, model: Model): Order | undefined {
  if (choice.kind === 'draw') return drawing(choice, model)
  const kept = model.loans[choice.which % Math.max(1, model.loans.length)]
  return kept && orders[choice.kind]({ choice, model, loanNo: kept.loanNo, loan: kept.loan })
}

const orders: Record<Exclude<Choice['kind'], 'draw'>, (about: About) => Order> = {
  repay: (about) =>
    paying(about, {
      whole: dueOn(about.model.today, about.loan),
      ask: lending.repay,
      settle: (loan, payment) => {
        const checked = checkRepayment(loan, payment)
        return checked.ok ? receive(loan, payment) : checked
      },
    }),
  receive: (about) =>
    paying(about, {
      whole: dueOn(about.model.today, about.loan),
      ask: lending.receivePayment,
      settle: receive,
    }),
  'early-full': (about) =>
    paying(about, {
      whole: payoffOn(about.model.today, about.loan),
      ask: lending.repayInFull,
      settle: settleAll,
    }),
  'early-part': (about) =>
    paying(about, {
      whole: payoffOn(about.model.today, about.loan),
      ask: lending.repayInPart,
      settle: settlePart,
    }),
  delay: (about) => {
    const days = about.choice.size % 40
    return changing(about, {
      ask: (means, act) => lending.delayInstalment(means, act, { loanNo: about.loanNo, days }),
      rule: (loan, today) => delay(loan, { days, today }),
    })
  },
  relief: (about) => {
    const days = about.choice.size % 100
    return changing(about, {
      ask: (means, act) => lending.relieveLoan(means, act, { loanNo: about.loanNo, days }),
      rule: (loan, today) => relieve(loan, { days, today }),
    })
  },
  cut: (about) => {
    const annualRatePpm = BigInt(100_000 - (about.choice.size % 11) * 9_000)
    const from = addDays(about.model.today, 1 - (about.choice.size % 4))
    const { loanNo } = about
    return changing(about, {
      ask: (means, act) => lending.cutRate(means, act, { loanNo, annualRatePpm, from }),
      rule: (loan, today) => cut(loan, { annualRatePpm, from, today }),
    })
  },
  offer: offering,
  waive: waiving,
  join: joining,
  spread: spreading,
}

function drawing({ which, share, size }: Choice, model: Model): Order {
  const months = product.terms[which % product.terms.length] ?? 3
  const method: Method = methods[size % methods.length] ?? 'equal-principal'
  const amount = fen(BigInt(5 + (size % 60)) * 100_00n)
  const couponNo = share === 'more' ? model.freeCoupons[0] : undefined
  const request = { amount, months, method, purpose: 'travel', ...(couponNo && { couponNo }) }
  return {
    ask: (means, act) => lending.draw(means, act, request),
    expected: (model, { answer: { loanNo = '' } }) => {
      const quote = quoteDraw({
        ...request,
        annualRatePpm: product.gradeRatesPpm.C,
        lender: 'consumer-finance',
        today: model.today,
        ...(couponNo && { coupon: benefit }),
      })
      if (!quote.ok) return quote
      const reserved = reserveLimit(model.limit, { amount, today: model.today })
      if (!reserved.ok) return reserved
      const { loan } = quote.value
      const drawn = withLoan(model, {
        loanNo,
        loan,
        origin: 'draw',
        lender: 'consumer-finance',
        purpose: 'travel',
        couponNo,
        joinedInto: undefined,
        limitHeld: principalOutstanding(loan),
        bookedUntil: model.today,
      })
      const freeCoupons = drawn.freeCoupons.filter((free) => free !== couponNo)
      const after = { ...drawn, freeCoupons, clearing: drawn.clearing - amount }
      return { ok: true, value: { answer: { loanNo }, model: after } }
    },
  }
}

function paying(
  { choice, loanNo }: About,
  rule: {
    whole: Money
    ask: typeof lending.repay
    settle: typeof receive
  },
): Order {
  const amount = amountOf(choice, rule.whole)
  return {
    ask: (means, act) => rule.ask(means, act, { loanNo, amount, cardId }),
    expected: (model) => {
      const kept = loanOf(model, loanNo)
      const outcome = rule.settle(kept.loan, { amount, today: model.today })
      return withPayment(model, { kept, amount, outcome })
    },
  }
}

function changing(
  { loanNo }: About,
  change: { ask: Order['ask']; rule: (loan: Loan, today: LocalDate) => Outcome<Loan> },
): Order {
  return {
    ask: change.ask,
    expected: (model) => {
      const kept = loanOf(model, loanNo)
      const changed = change.rule(kept.loan, model.today)
      if (!changed.ok) return changed
      return { ok: true, value: { answer: {}, model: withStep(model, kept, changed.value) } }
    },
  }
}
