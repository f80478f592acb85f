import { specimenRules } from '@qingzhou/domain/specimen'
import { pastOf } from '@qingzhou/domain/acts/past'
import { assert } from '@qingzhou/domain/assert'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { accrualEntries, entriesOf, type Entry } from '@qingzhou/domain/ledger/entries'
import { withCoupon } from '@qingzhou/domain/coupons/coupon'
import { conventionsUnder } from '@qingzhou/domain/cost/cost-cap'
import {
  daysOverdue,
  isSettled,
  openLoan,
  sumOfParts,
  type Loan,
} from '@qingzhou/domain/loans/loan'
import { planOf } from '@qingzhou/domain/loans/plan'
import { ZERO, sum, yuan, type Money } from '@qingzhou/domain/money/money'
import { billsOf } from '@qingzhou/domain/repayment/bill'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { describeRefusal } from './quote-case.ts'
import { operate, type Change, type HeldLoan } from './operate.ts'
import { consolidate, shareOut, waivedAmountsOf } from './whole-debt.ts'
import { HistoryMalformed, type Operation, type WrittenHistory } from './read-history.ts'

/** The result of an operation, as printed. Money is yuan with two decimals. */
export interface Step {
  readonly on: LocalDate
  readonly do: string
  readonly ok: boolean
  readonly reason?: string
  /** The amount paid with the step; negative if it was refunded. */
  readonly paid: string
  readonly due: string
  readonly payoff: string
  readonly daysLate: number
  readonly instalments: readonly Record<string, string | number>[]
  readonly entries: readonly { debit: string; credit: string; amount: string }[]
}

interface State {
  readonly loans: readonly HeldLoan[]
  /** The day up to which interest and penalty are in the entries. */
  readonly bookedUntil: LocalDate
}

/** Replays a history: first the signed loan, then one step per operation. */
export function replay(written: WrittenHistory): { opening: Step; steps: Step[] } {
  const loan = openSigned(written)
  const { start } = loan
  const entries = entriesOf({ event: 'draw', before: undefined, after: loan, today: start })
  let state: State = { loans: [openHistory(loan, { origin: 'draw', entries })], bookedUntil: start }
  const opening = { on: start, do: 'draw', ok: true, ...showState(state, start, { entries }) }
  const steps = written.operations.map((operation) => {
    const { step, after } = stepOf(state, operation)
    state = after
    return step
  })
  return { opening, steps }
}

function openHistory(loan: Loan, opened: Pick<HeldLoan, 'origin' | 'entries'>): HeldLoan {
  return { past: pastOf(loan), ...opened, isElsewhere: false, reversedOn: undefined }
}

function openSigned({ terms, coupon }: WrittenHistory): Loan {
  const { late } = conventionsUnder(specimenRules)
  const plan = planOf({ ...terms, conventions: { ...terms.conventions, late } })
  if (!plan.ok) throw new HistoryMalformed(`loan: ${describeRefusal(plan.refusal)}`)
  const bare = openLoan(plan.value)
  return coupon ? withCoupon(bare, coupon) : bare
}

function stepOf(state: State, operation: Operation): { step: Step; after: State } {
  const { on } = operation
  const name = operation.do
  if (on < state.bookedUntil) {
    const reason = 'date-out-of-range'
    const step = { on, do: name, ok: false, reason, ...showState(state, state.bookedUntil, {}) }
    return { step, after: state }
  }
  const changes = changesOf(state, operation)
  if (typeof changes === 'string') {
    const step = { on, do: name, ok: false, reason: changes, ...showState(state, on, {}) }
    return { step, after: state }
  }
  const loans = state.loans.flatMap((before, index) =>
    applyChange(before, changes[index], { from: state.bookedUntil, on }),
  )
  const after = { loans, bookedUntil: on }
  const entries = loans.flatMap((loan) => {
    const old = state.loans.find(({ past }) => past.opening === loan.past.opening)
    return loan.entries.slice(old?.entries.length ?? 0)
  })
  const paid = sum(changes.map((change) => change?.paid ?? ZERO))
  return { step: { on, do: name, ok: true, ...showState(after, on, { paid, entries }) }, after }
}

/** Operations on the whole debt apply to every loan, others to the first loan that allows them. */
const FOR_ALL = new Set(['payDue', 'pay', 'settle', 'forbear', 'cutRate', 'waive'])

/** The effect of an operation on each loan, or why all loans refused it. */
function changesOf(state: State, operation: Operation): (Change | undefined)[] | string {
  if (operation.do === 'consolidate') return consolidate(state.loans, operation)
  const shares = shareOut(
    state.loans.map(({ past }) => past.loan),
    operation,
  )
  const changes: (Change | undefined)[] = []
  let reason: string | undefined
  for (const [index, one] of state.loans.entries()) {
    const isDone = changes.some((change) => change !== undefined)
    const share = shares[index]
    assert(share !== undefined, 'every loan has its share of an operation')
    const isLeftOut =
      isSettled(one.past.loan) && state.loans.some((other) => !isSettled(other.past.loan))
    if (isLeftOut || (isDone && !FOR_ALL.has(operation.do))) {
      changes.push(undefined)
      continue
    }
    const outcome = operate(one, share)
    if (!outcome.ok) reason ??= outcome.refusal.kind
    changes.push(outcome.ok ? outcome.value : undefined)
  }
  return changes.some((change) => change !== undefined) ? changes : (reason ?? 'nothing-owed')
}

/** A loan after a change, with its entries, and the loan that the change opened. */
function applyChange(
  before: HeldLoan,
  change: Change | undefined,
  days: { from: LocalDate; on: LocalDate },
): HeldLoan[] {
  const { from, on } = days
  const { loan } = before.past
  const accrued = isSettled(loan) ? [] : accrualEntries(loan, { from, to: on })
  const entries = [...before.entries, ...accrued]
  if (!change) return [{ ...before, entries }]
  const { event, past, overpaid, opened } = change
  const waivedAmounts = event === 'return' && { waivedAmounts: waivedAmountsOf(entries) }
  const step = { event, before: loan, after: past.loan, today: on, overpaid, ...waivedAmounts }
  const after: HeldLoan = {
    ...before,
    past,
    isElsewhere: before.isElsewhere || event === 'conversion',
    reversedOn: event === 'return' ? on : before.reversedOn,
    entries: [...entries, ...entriesOf(step)],
  }
  if (!opened) return [after]
  const opening = entriesOf({ event, before: undefined, after: opened.loan, today: on })
  return [after, openHistory(opened.loan, { origin: opened.origin, entries: opening })]
}

function showState(
  state: State,
  today: LocalDate,
  { paid = ZERO, entries = [] }: { paid?: Money; entries?: readonly Entry[] },
) {
  const loans = state.loans.map(({ past }) => past.loan)
  return {
    paid: yuan(paid),
    due: yuan(sum(loans.map((loan) => dueOn(today, loan)))),
    payoff: yuan(sum(loans.map((loan) => payoffOn(today, loan)))),
    daysLate: Math.max(...loans.map((loan) => daysOverdue(loan, today))),
    instalments: loans.flatMap((loan, index) =>
      billsOf(loan, today).map(({ n, dueDate, due, waived, paid: settled }) => ({
        n,
        dueDate,
        principal: yuan(due.principal),
        interest: yuan(due.interest),
        penalty: yuan(due.penalty),
        fee: yuan(due.fee),
        waived: yuan(sumOfParts(waived)),
        paid: yuan(sumOfParts(settled)),
        ...(loans.length > 1 && { loan: index + 1 }),
      })),
    ),
    entries: entries.map(({ debit, credit, amount }) => ({ debit, credit, amount: yuan(amount) })),
  }
}

/** The same as text: one block per step. */
export function account({ opening, steps }: ReturnType<typeof replay>): string {
  return [opening, ...steps].map(blockOf).join('\n\n')
}

function blockOf(step: Step): string {
  const head = `${step.on}  ${step.do}${step.ok ? '' : `  refused: ${step.reason ?? ''}`}`
  const figures = `  paid ${step.paid}, due ${step.due}, payoff ${step.payoff}, days late ${step.daysLate}`
  if (!step.ok) return `${head}\n${figures}`
  const names = ['n', 'dueDate', 'principal', 'interest', 'penalty', 'fee', 'waived', 'paid']
  const rows = [names, ...step.instalments.map((row) => names.map((name) => String(row[name])))]
  const widths = names.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '),
  )
  const entries = step.entries.map(
    ({ debit, credit, amount }) => `  ${debit} from ${credit}: ${amount}`,
  )
  return [head, figures, ...lines.map((line) => `  ${line}`), ...entries].join('\n')
}
