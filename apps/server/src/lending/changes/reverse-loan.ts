import { assert } from '@qingzhou/domain/assert'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Parts } from '@qingzhou/domain/loans/loan'
import { reverseLoan as reversed } from '@qingzhou/domain/mall/reversal'
import { sum, type Money } from '@qingzhou/domain/money/money'
import { refundOf } from '@qingzhou/domain/repayment/refund'
import type { Transaction } from '#platform/database/database.ts'
import { givenUpOf } from '#lending/ledger/index.ts'
import { orRefuse } from '#platform/refused.ts'
import { perform, type Act, type Decision, type Deps } from '#lending/act.ts'
import { dayFor, writesFor, stepped } from '#lending/change.ts'
import { lockDrawn, type LockedDrawn } from '#lending/draws/lock-drawn.ts'
import { insertRefund } from '#lending/payments/payment-store.ts'

export type Undone = {
  readonly loanNo: string
  /** What the mall returns: all that was drawn. */
  readonly amount: Money
  /** What the borrower had paid, on its way back to each card. */
  readonly refunds: readonly { readonly refundNo: string; readonly amount: Money }[]
}

type Loaded = LockedDrawn & { readonly givenUp: Parts }

/**
 * Undoes a loan whose goods went back: the mall returns the amount, no charge is left, and what was
 * paid is payable back. Whoever asks has made sure that no payment for it is on its way.
 */
export async function reverseLoan(
  deps: Deps,
  act: Act,
  request: { readonly loanNo: string },
): Promise<Undone> {
  return perform(deps, act, {
    name: 'reverse-loan',
    body: request,
    load: (tx) => load(tx, act, request),
    decide: (loaded, books) => {
      const today = dayFor([loaded.kept], books.today)
      return undone(loaded, { act, today, now: deps.now() })
    },
  })
}

async function load(
  tx: Transaction,
  { customer }: Act,
  { loanNo }: { readonly loanNo: string },
): Promise<Loaded> {
  const locked = await lockDrawn(tx, { customer, loanNo })
  return { ...locked, givenUp: await givenUpOf(tx, { customer, loanNo }) }
}

function undone(
  { kept: before, drawn, paidBy, givenUp }: Loaded,
  step: { readonly act: Act; readonly today: LocalDate; readonly now: Date },
): Decision<Undone> {
  const { act, today } = step
  const { loanNo } = before
  const { customer, requestNo } = act
  const { loan, paidBack } = orRefuse(reversed(drawn))
  assert(paidBack === sum(paidBy.map(({ amount }) => amount)), 'what is owed back was paid')

  const after = {
    ...stepped(before, { loan, today }),
    reversedOn: today,
    returnAskedOn: before.returnAskedOn ?? today,
  }
  const change = { event: 'return', before, after, overpaid: paidBack, givenUp } as const
  const { writes, use } = writesFor([change], step)
  const refunds = paidBy.flatMap(({ cardId = '', amount }, index) => {
    const refund = refundOf({ overpaid: amount, fromCard: cardId })
    return refund ? [{ refundNo: `${requestNo}-${index + 1}`, refund }] : []
  })
  const owed = refunds.map((one) => insertRefund({ customer, loanNo, since: today, ...one }))
  return {
    answer: {
      loanNo,
      amount: loan.amount,
      refunds: refunds.map(({ refundNo, refund }) => ({ refundNo, amount: refund.amount })),
    },
    writes: [...writes, ...owed],
    use,
  }
}
