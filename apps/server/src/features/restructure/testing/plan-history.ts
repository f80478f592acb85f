import { readDatedRows } from '@qingzhou/lending/index'
import { expect } from 'vitest'
import { isOpen, isSettled, sumOfParts } from '@qingzhou/domain/loans/loan'
import { sum } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { convertibleBill } from '@qingzhou/domain/restructure/bill-conversion'
import { checkConsolidation } from '@qingzhou/domain/restructure/consolidation-plan'
import { billConversionAgreement } from '#features/agreements/templates/bill-conversion-agreement.ts'
import { consolidationAgreement } from '#features/agreements/templates/consolidation-agreement.ts'
import { debitAuthorisation } from '#features/agreements/templates/debit-authorisation.ts'
import { saveIdentityMatch } from '#features/identity/card/identity-store.ts'
import { openSession, passSession } from '#features/identity/face/face-session-store.ts'
import { killAfter } from '#features/loans/testing/killed.ts'
import { debitLoan } from '#features/repayment/automatic/debit-loan.ts'
import { readBills } from '#features/repayment/index.ts'
import { newOrderRequestNo } from '#features/repayment/testing/payer.ts'
import type { History } from '#features/repayment/testing/payment-history.ts'
import { isExpected, readHistoryLoans } from '#features/repayment/testing/payment-history.ts'
import { readSeconds } from '#features/restructure/bill-conversion/bill-conversion-store.ts'
import { quoteBillConversion } from '#features/restructure/bill-conversion/quote-bill-conversion.ts'
import { signBillConversion } from '#features/restructure/bill-conversion/sign-bill-conversion.ts'
import type { PlanRecord } from '#features/restructure/personalised/plan-store.ts'
import { findOpenPlan } from '#features/restructure/personalised/plan-store.ts'
import { insertSigningCode } from '#features/onboarding/testing/signing-code.ts'
import { quoteConsolidation, quotePlan } from '#features/restructure/personalised/quote-plan.ts'
import { savePart } from '#features/restructure/personalised/save-contacts-and-card.ts'
import { signPlan } from '#features/restructure/personalised/sign-plan.ts'
import type { Services } from '#services.ts'
import { contacts } from './late-payer.ts'

const { months: terms } = product.billConversion

/** Converts the next bill of a loan that has one: quote, code and signature. */
async function spread(history: History, services: Services, which: number): Promise<void> {
  const { customer, caller } = history.borrower
  const { today, running } = await readBills(services, customer)
  const possible = running.filter((stored) => convertibleBill(stored, today).ok)
  const stored = possible[which % Math.max(possible.length, 1)]
  if (!stored) return
  const quoted = quoteBillConversion(stored, {
    months: terms[which % terms.length] ?? 3,
    today,
    dated: await readDatedRows(services.database),
  })
  const { loanNo, months, quoteId, costSheet } = quoted
  const request = {
    requestNo: newOrderRequestNo(),
    loanNo,
    months,
    quoteId,
    costSheetDigest: costSheet.digest,
    agreed: [{ code: billConversionAgreement.code, version: billConversionAgreement.version }],
    dynamicCode: await insertSigningCode(history.world.services, caller),
  }
  // A client with a bad connection signs it twice.
  const ends = await Promise.allSettled(
    [1, 2].map(() => signBillConversion(services, caller, request)),
  )
  const answers = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
  expect(answers[0]).toEqual(answers[1])
  const signed = (await readHistoryLoans(history)).find((one) => one.loanNo === answers[0]?.loanNo)
  expect(signed?.loan.amount).toBe(quoted.amount)
}

/** Every converted bill is one new loan of the same amount and is never due again. */
export async function expectBillConversions(history: History): Promise<number> {
  const { world, borrower } = history
  const loans = await readHistoryLoans(history)
  const seconds = await readSeconds(world.services.database, borrower.customer)
  const bills = seconds.map(({ fromLoanNo, n }) => `${fromLoanNo} ${n}`)
  expect(new Set(bills).size).toBe(bills.length)
  const made = loans.filter(({ origin }) => origin === 'bill-conversion')
  const named = seconds.map(({ loanNo }) => loanNo)
  expect(made.map(({ loanNo }) => loanNo).toSorted()).toEqual(named.toSorted())
  for (const { loanNo, fromLoanNo, n, amount } of seconds) {
    const second = loans.find((one) => one.loanNo === loanNo)?.loan
    expect(second?.amount).toBe(amount)
    expect(sum(second?.instalments.map(({ due }) => due.principal) ?? [])).toBe(amount)
    const from = loans.find((one) => one.loanNo === fromLoanNo)
    const bill = from?.loan.instalments.find((one) => one.n === n)
    expect(bill && isOpen(bill)).toBe(false)
  }
  return seconds.length
}

/** A plan event in a history: a consolidation plan, a bill conversion or the debit of all loans. */
export type PlanEvent = {
  readonly kind: 'plan' | 'spread' | 'debit-all'
  readonly which: number
  readonly killedAt: number | undefined
}

/** Executes an event, possibly concurrent with others. Refusals and kills are expected. */
export async function runPlanEvent(history: History, event: PlanEvent): Promise<void> {
  const { services: immortal } = history.world
  const { killedAt } = event
  const services =
    killedAt === undefined
      ? immortal
      : { ...immortal, database: killAfter(killedAt, immortal.database) }
  const ends = await Promise.allSettled([happenings[event.kind](history, services, event.which)])
  for (const end of ends) {
    if (end.status === 'rejected' && !isExpected(end.reason)) throw end.reason
  }
}

const happenings = { plan: sign, spread, 'debit-all': debitAll } as const

async function sign(history: History, services: Services, which: number): Promise<void> {
  const { customer, caller } = history.borrower
  const { today, running } = await readBills(services, customer)
  const loanNos = running
    .filter((stored) => checkConsolidation(stored, today).ok)
    .map(({ loanNo }) => loanNo)
  const wanted = which % 3 === 0 ? loanNos.slice(0, 1) : loanNos
  if (wanted.length === 0) return
  await quoteConsolidation(services, customer, {
    loanNos: wanted,
    months: 6 + (which % 31),
    choose: true,
  })
  const plan = await findOpenPlan(services.database, services, customer)
  if (!plan) return
  await prove(history, plan)

  const bills = await readBills(services, customer)
  const dated = await readDatedRows(services.database)
  const quoted = quotePlan({ ...bills, dated }, plan)
  const request = {
    requestNo: newOrderRequestNo(),
    planNo: plan.planNo,
    quoteId: quoted.quoteId,
    costSheetDigest: quoted.costSheet.digest,
    agreed: [consolidationAgreement, debitAuthorisation].map(({ code, version }) => ({
      code,
      version,
    })),
  }
  // A client with a bad connection signs it twice.
  const answers = await Promise.all([1, 2].map(() => signPlan(services, caller, request)))
  const [first, second] = answers
  expect(first).toEqual(second)
  const signed = (await readHistoryLoans(history)).find(({ loanNo }) => loanNo === first?.loanNo)
  expect(signed?.loan.amount).toBe(quoted.amount - quoted.parts.penalty)
}

/**
 * Stores name match, contacts, card and face check directly; other tests cover how they are made.
 */
async function prove({ world, borrower }: History, { planNo }: PlanRecord): Promise<void> {
  const { services } = world
  const { database } = services
  const { customer, cardId } = borrower
  const deed = { customer, purpose: 'plan', businessNo: planNo } as const
  await saveIdentityMatch(database, services, deed)
  await savePart(services, customer, { part: 'contacts', planNo, contacts })
  await savePart(services, customer, { part: 'card', planNo, cardId })
  const faceSessionNo = crypto.randomUUID()
  const opened = await openSession(database, services, { ...deed, faceSessionNo })
  await database.inTransaction((tx) =>
    passSession(tx, services, { customer, faceSessionNo: opened }),
  )
}

async function debitAll(history: History, services: Services, which: number): Promise<void> {
  const { customer } = history.borrower
  const date = await services.businessDate()
  for (const { loanNo } of await readHistoryLoans(history)) {
    await debitLoan(services, { customer, loanNo, date, round: 1 + (which % 3) })
  }
}

/**
 * Every plan took over exactly the debt of its loans, apart from bills converted before, and these
 * loans are settled.
 */
export async function expectConsolidations(history: History): Promise<number> {
  const loans = await readHistoryLoans(history)
  const seconds = await readSeconds(history.world.services.database, history.borrower.customer)
  const plans = loans.filter(({ origin }) => origin === 'consolidation-plan')
  for (const plan of plans) {
    const old = loans.filter(({ consolidatedInto }) => consolidatedInto === plan.loanNo)
    expect(old.length).toBeGreaterThan(0)
    expect(old.every(({ loan }) => isSettled(loan))).toBe(true)
    // Penalty is taken over as penalty, separate from the amount that bears interest.
    const rows = await history.world.services.database.query<{ amount_fen: bigint }>(
      `SELECT amount_fen - (SELECT sum(part) FROM unnest(penalty_fen) AS part)::bigint AS amount_fen
         FROM payments
        WHERE customer_no = $1 AND kind = 'conversion' AND loan_no = ANY($2)`,
      [history.borrower.customer, old.map(({ loanNo }) => loanNo)],
    )
    const received = rows.reduce((total, row) => total + row.amount_fen, 0n)
    const spreadBefore = seconds.filter(({ fromLoanNo }) =>
      old.some(({ loanNo }) => loanNo === fromLoanNo),
    )
    const elsewhere = sum(spreadBefore.map(({ amount }) => amount))
    expect(received).toBe(plan.loan.amount + elsewhere)
    const principal = sum(plan.loan.instalments.map(({ due }) => due.principal))
    expect(principal).toBe(plan.loan.amount)
    const unpaid = old.flatMap(({ loan }) => loan.instalments.map(({ paid }) => sumOfParts(paid)))
    expect(sum(unpaid)).toBeGreaterThanOrEqual(plan.loan.amount)
  }
  return plans.length
}
