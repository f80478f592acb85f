import type { Loan } from '@qingzhou/domain/loans/loan'
import type { DrawnLoan } from '@qingzhou/domain/mall/reversal'
import { checkReversal, reverseLoan as reversed } from '@qingzhou/domain/mall/reversal'
import type { Money } from '@qingzhou/domain/money/money'
import { add, fen } from '@qingzhou/domain/money/money'
import type { Outcome } from '@qingzhou/domain/refusal'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { defaultPlan as broken } from '@qingzhou/domain/restructure/plan-default'
import type { Act } from '#act.ts'
import type { DrawDeps } from '#draws/approve-draw.ts'
import * as lending from '#index.ts'
import type { Model, AcceptedOrder } from './model.ts'
import { loanOf, withLoan, withStep } from './model.ts'

// A table: a kind that is listed more often is tried more often.
// oxfmt-ignore
export const kinds = [
  'hold', 'hold', 'hold', 'book', 'book', 'book', 'book', 'release', 'repay', 'repay', 'receive', 'early-full', 'early-part', 'early-part',
  'delay', 'relief', 'cut', 'offer', 'waive', 'waive', 'join', 'spread', 'break', 'return', 'reverse',
] as const

/** A random order, independent of the state of the books. */
export type Choice = {
  readonly kind: (typeof kinds)[number]
  /** The index of the loan. */
  readonly which: number
  /** The amount relative to what is allowed: below, at or above it. */
  readonly share: 'none' | 'part' | 'whole' | 'more'
  readonly size: number
}

/** An order as use case, and its expected outcome in the model. */
export type Order = {
  readonly ask: (deps: DrawDeps, act: Act) => Promise<object>
  readonly expected: (
    model: Model,
    input: { readonly requestNo: string; readonly answer: { loanNo?: string } },
  ) => Outcome<AcceptedOrder<object>>
}

export type About = {
  readonly choice: Choice
  readonly model: Model
  readonly loanNo: string
  readonly loan: Loan
}

export function amountOf({ share, size }: Choice, whole: Money): Money {
  if (share === 'none') return fen(BigInt(-(size % 2)))
  if (share === 'part') return fen((whole * BigInt((size % 9) + 1)) / 10n)
  return share === 'whole' ? whole : add(whole, fen(BigInt(size + 1)))
}

/** Chooses a consolidation plan if there is one, because a random loan rarely is. */
export function newPlanDefaultOrder({ choice, model, loanNo: chosen }: About): Order {
  const plans = model.loans.filter(({ origin }) => origin === 'consolidation-plan')
  const loanNo = plans[choice.size % Math.max(1, plans.length)]?.loanNo ?? chosen
  return {
    ask: (deps, act) => lending.defaultPlan(deps, act, { loanNo }),
    expected: (model) => {
      const record = loanOf(model, loanNo)
      const { today } = model
      if (record.origin !== 'consolidation-plan') {
        return { ok: false, refusal: { kind: 'plan-unknown' } }
      }
      if (record.defaultedOn !== undefined) {
        const { defaultedOn } = record
        return accept({ loanNo, brokenOn: defaultedOn, due: dueOn(today, record.loan) }, model)
      }
      const after = broken(record.loan, today)
      if (!after.ok) return after
      const answer = { loanNo, brokenOn: today, due: dueOn(today, after.value) }
      return accept(answer, withStep(model, { ...record, defaultedOn: today }, after.value))
    },
  }
}

export function newReturnOrder({ choice, loanNo }: About): Order {
  const event = choice.share === 'none' ? 'called-off' : 'asked'
  return {
    ask: (deps, act) => lending.recordReturn(deps, act, { loanNo, event }),
    expected: (model) => {
      const checked = checkReversal(drawnLoan(model, loanNo))
      if (!checked.ok) return checked
      const returnAskedOn = event === 'asked' ? model.today : undefined
      return accept({ loanNo }, withLoan(model, { ...loanOf(model, loanNo), returnAskedOn }))
    },
  }
}

export function newReversalOrder({ loanNo }: About): Order {
  return {
    ask: (deps, act) => lending.reverseLoan(deps, act, { loanNo }),
    expected: (model, { requestNo }) => {
      const undone = reversed(drawnLoan(model, loanNo))
      if (!undone.ok) return undone
      const { today } = model
      const record = loanOf(model, loanNo)
      const { loan, paidBack } = undone.value
      const returnAskedOn = record.returnAskedOn ?? today
      const after = withStep(model, { ...record, reversedOn: today, returnAskedOn }, loan)
      const refunds = paidBack > 0n ? [{ refundNo: `${requestNo}-1`, amount: paidBack }] : []
      const refundsPayable = after.refundsPayable + paidBack
      const clearing = after.clearing + loan.amount
      const answer = { loanNo, amount: loan.amount, refunds }
      return accept(answer, { ...after, refundsPayable, clearing })
    },
  }
}

function drawnLoan(model: Model, loanNo: string): DrawnLoan {
  return { ...loanOf(model, loanNo), isElsewhere: model.convertedNos.includes(loanNo) }
}

function accept<Answer>(answer: Answer, model: Model): Outcome<AcceptedOrder<Answer>> {
  return { ok: true, value: { answer, model } }
}
