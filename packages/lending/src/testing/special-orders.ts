import { addDays } from '@qingzhou/domain/calendar/local-date'
import { sumOfParts } from '@qingzhou/domain/loans/loan'
import { fen, sum } from '@qingzhou/domain/money/money'
import type { Outcome } from '@qingzhou/domain/refusal'
import type { Restructuring } from '@qingzhou/domain/restructure/consolidation-plan'
import { quotePlan } from '@qingzhou/domain/restructure/consolidation-plan'
import { quoteBillConversion } from '@qingzhou/domain/restructure/bill-conversion'
import {
  offerWaiver as offer,
  payWithWaiver as payWaived,
  waiverTermsOn,
} from '@qingzhou/domain/waiver/waiver'
import * as lending from '#index.ts'
import { cardId } from './books.ts'
import { loanOf, withConversion, withPayment, type Model, type AcceptedOrder } from './model.ts'
import { amountOf, type About, type Order } from './order.ts'

export function newWaiverOfferOrder({ choice, model, loanNo }: About): Order {
  const made = {
    penaltySharePpm: BigInt((choice.size % 11) * 100_000),
    interestSharePpm: BigInt((choice.which % 11) * 100_000),
    lastDay: addDays(model.today, choice.size % 20),
  }
  return {
    ask: (deps, act) => lending.offerWaiver(deps, act, { ...made, loanNo }),
    expected: (model, { requestNo }) => {
      const { today } = model
      const offered = offer(loanOf(model, loanNo).loan, { ...made, today })
      if (!offered.ok) return offered
      const offers = [...model.offers, { offerNo: requestNo, loanNo, offer: offered.value }]
      return { ok: true, value: { answer: { offerNo: requestNo }, model: { ...model, offers } } }
    },
  }
}

export function newWaiverOrder({ choice, model, loanNo: chosen }: About): Order {
  const found = model.offers[choice.which % Math.max(1, model.offers.length)]
  const { loanNo, offerNo } = found ?? { loanNo: chosen, offerNo: 'unknown-offer' }
  const whole = found
    ? waiverTermsOn(model.today, { loan: loanOf(model, loanNo).loan, offer: found.offer }).toPay
    : fen(1n)
  const amount = amountOf(choice, whole)
  return {
    ask: (deps, act) => lending.payWithWaiver(deps, act, { loanNo, amount, cardId, offerNo }),
    expected: (model) => {
      const record = loanOf(model, loanNo)
      const open = model.offers.find((one) => one.offerNo === offerNo)
      if (!open) return { ok: false, refusal: { kind: found ? 'offer-taken' : 'offer-unknown' } }
      const { today } = model
      const outcome = payWaived(record.loan, { amount, today, offer: open.offer })
      const offers = model.offers.filter((one) => one !== open)
      return withPayment({ ...model, offers }, { record, amount, outcome })
    },
  }
}

export function newConsolidationOrder({ choice, model }: About): Order {
  const loanNos = model.loans
    .filter((_, index) => (choice.size >> index) % 2 === 1 || index === choice.which)
    .map(({ loanNo }) => loanNo)
  const months = 4 + (choice.size % 60)
  const newCard = 'card-2'
  return {
    ask: (deps, act) => lending.consolidateLoans(deps, act, { loanNos, months, cardId: newCard }),
    expected: (model, { answer }) => {
      const old = model.loans.filter(({ loanNo }) => loanNos.includes(loanNo))
      const joined = quotePlan(old, { months, today: model.today })
      const into = { origin: 'consolidation-plan', cardId: newCard } as const
      return withConverted(model, { old, joined, ...into, answer })
    },
  }
}

export function newBillConversionOrder({ choice, loanNo }: About): Order {
  const months = [3, 6, 12, 4][choice.size % 4] ?? 3
  return {
    ask: (deps, act) => lending.convertLoanBill(deps, act, { loanNo, months }),
    expected: (model, { answer }) => {
      const record = loanOf(model, loanNo)
      const joined = quoteBillConversion(record, { months, today: model.today })
      const into = { origin: 'bill-conversion', cardId: record.cardId } as const
      return withConverted(model, { old: [record], joined, ...into, answer })
    },
  }
}

function withConverted(
  model: Model,
  conversion: {
    old: Model['loans']
    joined: Outcome<Restructuring>
    origin: 'consolidation-plan' | 'bill-conversion'
    cardId: string | undefined
    answer: { loanNo?: string }
  },
): Outcome<AcceptedOrder<object>> {
  const { old, joined, origin, cardId } = conversion
  if (!joined.ok) return joined
  const taken = joined.value.settled.flatMap(({ allocations }) => allocations)
  const amount = sum(taken.map(({ parts }) => sumOfParts(parts)))
  const answer = { loanNo: conversion.answer.loanNo ?? '', amount }
  const after = withConversion(model, { old, ...joined.value, origin, cardId, answer })
  return { ok: true, value: { answer, model: after } }
}
