import { expect } from 'vitest'
import { isOpen } from '@qingzhou/domain/loans/loan'
import { sum } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { billToSpread } from '@qingzhou/domain/restructure/second-instalment'
import { minutesAfter } from '#platform/clock.ts'
import { secondAgreement } from '#features/agreements/templates/second-agreement.ts'
import { replaceCode } from '#features/onboarding/codes/sms-code-store.ts'
import { phoneOf } from '#features/onboarding/index.ts'
import { readBills } from '#features/repayment/index.ts'
import { loansOf, type History } from '#features/repayment/testing/payment-history.ts'
import { newRepaySeqNo } from '#features/repayment/testing/payer.ts'
import { quoteSecond } from '#features/restructure/bill-conversion/quote-second.ts'
import { readSeconds } from '#features/restructure/bill-conversion/second-store.ts'
import { signSecond } from '#features/restructure/bill-conversion/sign-second.ts'
import type { Services } from '#platform/services.ts'

const { months: terms } = product.secondInstalment

/** Spreads the next bill of a loan that has one: tried, and signed with a code. */
export async function spread(history: History, services: Services, which: number): Promise<void> {
  const { customer, caller } = history.borrower
  const { today, running } = await readBills(services, customer)
  const possible = running.filter((kept) => billToSpread(kept, today).ok)
  const kept = possible[which % Math.max(possible.length, 1)]
  if (!kept) return
  const quoted = quoteSecond(kept, { months: terms[which % terms.length] ?? 3, today })
  const { loanNo, months, quoteId, costSheet } = quoted
  const asked = {
    requestNo: newRepaySeqNo(),
    loanNo,
    months,
    quoteId,
    costSheetDigest: costSheet.digest,
    agreed: [{ code: secondAgreement.code, version: secondAgreement.version }],
    dynamicCode: await codeFor(history),
  }
  // A phone on a train signs it twice.
  const ends = await Promise.allSettled([1, 2].map(() => signSecond(services, caller, asked)))
  const answers = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
  expect(answers[0]).toEqual(answers[1])
  const signed = (await loansOf(history)).find((one) => one.loanNo === answers[0]?.loanNo)
  expect(signed?.loan.amount).toBe(quoted.amount)
}

/** How it gets to the phone is another test's business. */
async function codeFor({ world, borrower }: History): Promise<string> {
  const { services } = world
  const { database, now } = services
  const code = '12345'
  await replaceCode(database, services, {
    phone: await phoneOf(database, services, borrower.customer),
    purpose: 'agreement',
    requester: `session ${borrower.caller.session.id}`,
    code,
    expiresAt: minutesAfter(now(), 5),
    waitSeconds: 0,
  })
  return code
}

/** Every bill that was spread is one new loan of what it came to, and is never asked for again. */
export async function expectSpread(history: History): Promise<number> {
  const { world, borrower } = history
  const loans = await loansOf(history)
  const seconds = await readSeconds(world.services.database, borrower.customer)
  const bills = seconds.map(({ fromLoanNo, n }) => `${fromLoanNo} ${n}`)
  expect(new Set(bills).size).toBe(bills.length)
  const made = loans.filter(({ origin }) => origin === 'second-instalment')
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
