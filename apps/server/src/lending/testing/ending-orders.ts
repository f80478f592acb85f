import {
  checkReversal,
  reverseLoan as reversed,
  type DrawnLoan,
} from '@qingzhou/domain/mall/reversal'
import type { Outcome } from '@qingzhou/domain/refusal'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { defaultPlan as broken } from '@qingzhou/domain/restructure/broken-plan'
import * as lending from '#lending/index.ts'
import { loanOf, withLoan, withStep, type Model, type Taken } from './model.ts'
import type { About, Order } from './order.ts'

/** A plan where there is one: by chance, it would rarely be meant. */
export function breaking({ choice, model, loanNo: chosen }: About): Order {
  const plans = model.loans.filter(({ origin }) => origin === 'personalised-plan')
  const loanNo = plans[choice.size % Math.max(1, plans.length)]?.loanNo ?? chosen
  return {
    ask: (deps, act) => lending.defaultPlan(deps, act, { loanNo }),
    expected: (model) => {
      const kept = loanOf(model, loanNo)
      const { today } = model
      if (kept.origin !== 'personalised-plan') {
        return { ok: false, refusal: { kind: 'plan-unknown' } }
      }
      if (kept.brokenOn !== undefined) {
        const { brokenOn } = kept
        return taken({ loanNo, brokenOn, due: dueOn(today, kept.loan) }, model)
      }
      const after = broken(kept.loan, today)
      if (!after.ok) return after
      const answer = { loanNo, brokenOn: today, due: dueOn(today, after.value) }
      return taken(answer, withStep(model, { ...kept, brokenOn: today }, after.value))
    },
  }
}

export function returning({ choice, loanNo }: About): Order {
  const event = choice.share === 'none' ? 'called-off' : 'asked'
  return {
    ask: (deps, act) => lending.noteReturn(deps, act, { loanNo, event }),
    expected: (model) => {
      const checked = checkReversal(drawnOf(model, loanNo))
      if (!checked.ok) return checked
      const returnAskedOn = event === 'asked' ? model.today : undefined
      return taken({ loanNo }, withLoan(model, { ...loanOf(model, loanNo), returnAskedOn }))
    },
  }
}

export function reversing({ loanNo }: About): Order {
  return {
    ask: (deps, act) => lending.reverseLoan(deps, act, { loanNo }),
    expected: (model, { requestNo }) => {
      const undone = reversed(drawnOf(model, loanNo))
      if (!undone.ok) return undone
      const { today } = model
      const kept = loanOf(model, loanNo)
      const { loan, paidBack } = undone.value
      const returnAskedOn = kept.returnAskedOn ?? today
      const after = withStep(model, { ...kept, reversedOn: today, returnAskedOn }, loan)
      const refunds = paidBack > 0n ? [{ refundNo: `${requestNo}-1`, amount: paidBack }] : []
      const refundsPayable = after.refundsPayable + paidBack
      const clearing = after.clearing + loan.amount
      const answer = { loanNo, amount: loan.amount, refunds }
      return taken(answer, { ...after, refundsPayable, clearing })
    },
  }
}

function drawnOf(model: Model, loanNo: string): DrawnLoan {
  return { ...loanOf(model, loanNo), isElsewhere: model.convertedNos.includes(loanNo) }
}

function taken<Answer>(answer: Answer, model: Model): Outcome<Taken<Answer>> {
  return { ok: true, value: { answer, model } }
}
