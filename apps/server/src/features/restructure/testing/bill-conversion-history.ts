import { expect } from 'vitest'
import { isOpen } from '@qingzhou/domain/loans/loan'
import { sum } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { convertibleBill } from '@qingzhou/domain/restructure/bill-conversion'
import { minutesAfter } from '#platform/clock.ts'
import { billConversionAgreement } from '#features/agreements/templates/bill-conversion-agreement.ts'
import { replaceCode } from '#features/onboarding/codes/sms-code-store.ts'
import { phoneOf } from '#features/onboarding/index.ts'
import { readBills } from '#features/repayment/index.ts'
import { loansOf, type History } from '#features/repayment/testing/payment-history.ts'
import { newRepaySeqNo } from '#features/repayment/testing/payer.ts'
import { quoteSecond } from '#features/restructure/bill-conversion/quote-bill-conversion.ts'
import { readSeconds } from '#features/restructure/bill-conversion/bill-conversion-store.ts'
import { signSecond } from '#features/restructure/bill-conversion/sign-bill-conversion.ts'
import type { Services } from '#platform/services.ts'

const { months: terms } = product.secondInstalment

/** Converts the next bill of a loan that has one: quote, code and signature. */
export async function spread(history: History, services: Services, which: number): Promise<void> {
  const { customer, caller } = history.borrower
  const { today, running } = await readBills(services, customer)
  const possible = running.filter((kept) => convertibleBill(kept, today).ok)
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
    agreed: [{ code: billConversionAgreement.code, version: billConversionAgreement.version }],
    dynamicCode: await codeFor(history),
  }
  // A client with a bad connection signs it twice.
  const ends = await Promise.allSettled([1, 2].map(() => signSecond(services, caller, asked)))
  const answers = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
  expect(answers[0]).toEqual(answers[1])
  const signed = (await loansOf(history)).find((one) => one.loanNo === answers[0]?.loanNo)
  expect(signed?.loan.amount).toBe(quoted.amount)
}

/** Creates a code directly; other tests cover its delivery. */
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

/** Every converted bill is one new loan of the same amount and is never due again. */
export async function expectBillConversions(history: History): Promise<number> {
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
