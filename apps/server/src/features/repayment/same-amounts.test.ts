import { describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, fen, subtract, sum } from '@qingzhou/domain/money/money'
import {
  convertLoanBill,
  cutRate,
  deferInstalment,
  grantForbearanceOnLoan,
  insertCoupon,
  repayInFull,
  repayInPart,
} from '@qingzhou/lending/index'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { buyItem } from '#features/mall/testing/shopper.ts'
import { messagesTo } from '#features/onboarding/testing/visitor.ts'
import { download } from '#features/settlement/testing/settled-borrower.ts'
import { textOfPdf } from '@qingzhou/platform/documents/testing/read-pdf'
import { startProductForFile } from '#testing/product.ts'
import { skipDays } from './testing/days.ts'
import { disburseLoan, dueOf, newPayer, makeCardPayment, type Payer } from './testing/payer.ts'
import {
  differences,
  noAmounts,
  note,
  noteAnswer,
  type ShownAmounts,
} from './testing/shown-amounts.ts'

const product = startProductForFile({ SERVICE_FEES: '103001@2026-01-01=5.00/instalment' })

let acts = 0
const actOf = ({ customer }: Payer) => ({
  customer,
  requestNo: `same-amounts-${(acts += 1)}`,
  actor: 'customer',
})

async function grantCoupon({ customer }: Payer, couponNo: string): Promise<void> {
  const today = await product.services.businessDate()
  const coupon = {
    benefit: { kind: 'interest-share-off', sharePpm: 400_000n },
    amountMin: fen(100_00n),
    months: [6],
    validFrom: today,
    validUntil: addDays(today, 30),
    state: { kind: 'free' },
  } as const
  await insertCoupon(product.services.database, { customer, couponNo, coupon })
}

/** One loan in each state, all of one borrower. */
async function loansInAllStates(payer: Payer): Promise<void> {
  const { services } = product
  const { cardId } = payer.card
  const terms = { amount: fen(3_000_00n), months: 6, method: 'equal-instalments' } as const
  const plain = { ...terms, purpose: 'daily', cardId } as const
  const newLoan = async (couponNo?: string) =>
    (await drawLoan(services, actOf(payer), { ...plain, ...(couponNo && { couponNo }) })).loanNo
  const today = await services.businessDate()

  await grantCoupon(payer, 'with-contract')
  await disburseLoan(product, payer, { couponNo: 'with-contract' })
  // Before the other draws of the day, after which a purchase needs a face check.
  await buyItem(product, payer)
  await grantCoupon(payer, 'with-cut')
  for (const loanNo of [await newLoan('with-cut'), await newLoan()]) {
    const cut = { loanNo, annualRatePpm: 90_000n, from: addDays(today, 1) }
    await cutRate(services, actOf(payer), cut)
  }
  await grantCoupon(payer, 'with-deferral')
  await deferInstalment(services, actOf(payer), {
    loanNo: await newLoan('with-deferral'),
    days: 10,
  })
  await grantForbearanceOnLoan(services, actOf(payer), { loanNo: await newLoan(), days: 60 })
  const part = { loanNo: await newLoan(), amount: fen(500_00n), cardId }
  await repayInPart(services, actOf(payer), part)
  await convertLoanBill(services, actOf(payer), { loanNo: await newLoan(), months: 3 })
  await drawLoan(services, actOf(payer), { ...plain, method: 'interest-first' })
}

/** The answer of a call that may be refused in some states of a loan. */
async function ifPossible<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Error && 'answer' in error) return undefined
    throw error
  }
}

/** Everything that any call shows of the borrower's loans now. */
async function readShown(payer: Payer): Promise<ShownAmounts> {
  const { api } = payer.client
  const { repayment, restructure } = api
  const shown = noAmounts()
  const see = async (call: string, answer: Promise<unknown>) =>
    noteAnswer(shown, call, await ifPossible(answer))

  const overview = await repayment.overview({})
  noteAnswer(shown, 'overview', overview)
  const all = { kind: 'all', state: 'all', period: 'all', pageNo: 1 } as const
  await see('allDue', repayment.allDue({}))
  await see('currentBill', repayment.currentBill({}))
  await see('billsByPeriod', repayment.billsByPeriod({ period: 'all' }))
  await see('channelBills', repayment.channelBills({ which: 'all' }))
  await see('loanHistory', repayment.loanHistory(all))
  await see('settledLoans', repayment.settledLoans({ pageNo: 1 }))
  await see('deferralOffer', repayment.deferralOffer({}))
  await see('applyForForbearance', repayment.applyForForbearance({ act: 'read' }))
  await see('restructure.bills', restructure.bills({}))
  await see('quoteBillConversion', restructure.quoteBillConversion({}))
  await see('signedPlans', restructure.signedPlans({}))
  await see('certificates', api.settlement.settledLoans({ pageNo: 1 }))
  await see('mall.orders', api.mall.orders({ act: 'read', pageNo: 1 }))
  await see('signedList', api.agreements.signedList({ pageNo: 1 }))
  await see('waiver.offer', api.waiver.offer({}))
  for (const { month } of overview.months) await see('month', repayment.month({ month }))
  const { loans } = await repayment.allDue({})
  for (const { loan } of loans) await seeLoan(shown, payer, loan.loanNo)
  await seeRateCuts(shown, payer)
  const total = (name: 'payoff' | 'principalLeft') => sum(loans.map(({ loan }) => loan[name]))
  for (const name of ['payoff', 'principalLeft'] as const) {
    note(shown, { subject: `all loans ${name}`, value: overview[name], call: 'overview' })
    note(shown, { subject: `all loans ${name}`, value: total(name), call: 'allDue' })
  }
  return shown
}

async function seeLoan(shown: ShownAmounts, payer: Payer, loanNo: string): Promise<void> {
  const { repayment, restructure } = payer.client.api
  const see = async (call: string, answer: Promise<unknown>) =>
    noteAnswer(shown, call, await ifPossible(answer))
  const { loan, instalments } = await repayment.plan({ loanNo })
  noteAnswer(shown, 'plan', { loan, instalments })
  const detail = await repayment.loan({ loanNo })
  noteAnswer(shown, 'loan', { loan: detail.loan })
  for (const [name, parts] of [
    ['due', detail.charged],
    ['paid', detail.paid],
    ['waived', detail.waived],
    ['open', detail.open],
  ] as const) {
    for (const part of ['fee', 'penalty', 'interest', 'principal'] as const) {
      const subject = `${loanNo} whole ${name}.${part}`
      note(shown, { subject, value: parts[part], call: 'loan' })
      note(shown, { subject, value: sum(instalments.map((one) => one[name][part])), call: 'plan' })
    }
  }
  const first = instalments.find(({ state }) => state !== 'settled')
  if (!first) return
  const picks = [{ loanNo, n: first.n }]
  await see('quote due', repayment.quote({ aim: { kind: 'due', picks } }))
  const full = await ifPossible(repayment.quote({ aim: { kind: 'earlyFull', loanNo } }))
  note(shown, { subject: `${loanNo} payoff`, value: full?.amount, call: 'quote earlyFull' })
  await see('quote deferral', repayment.deferralOffer({ loanNo, days: 7 }))
  await see('quote forbearance', repayment.applyForForbearance({ act: 'quote', loanNo, days: 30 }))
  const converted = await ifPossible(restructure.quoteBillConversion({ loanNo, months: 3 }))
  if (converted?.quote) {
    // The rest of the quote is the new plan.
    const { n, dueDate, amount } = converted.quote
    noteAnswer(shown, 'quote conversion', { loanNo, n, dueDate, amount })
  }
  await see('signedPlan', restructure.signedPlans({ loanNo }))
}

/** The plan after a cut is the current one, apart from penalty and from what was paid since. */
async function seeRateCuts(shown: ShownAmounts, { client }: Payer): Promise<void> {
  const { cuts } = await client.api['rate-cuts'].list({ pageNo: 1 })
  noteAnswer(shown, 'rate cuts', cuts)
  for (const { cutNo, loanNo } of cuts) {
    const detail = await client.api['rate-cuts'].detail({ cutNo })
    noteAnswer(shown, 'rate cut', detail)
    const { instalments } = await client.api.repayment.plan({ loanNo })
    for (const { n, after } of detail.instalments) {
      const now = instalments.find((one) => one.n === n)
      if (!now || now.state === 'settled') continue
      const subject = `${loanNo} #${n} without penalty`
      note(shown, { subject, value: after.amount, call: 'rate cut' })
      note(shown, { subject, value: subtract(now.amount, now.open.penalty), call: 'plan' })
    }
  }
}

/** The amounts in the text messages to a borrower. */
async function amountsInMessages({ phone }: Payer): Promise<string[]> {
  const messages = await messagesTo(product, phone)
  return messages.flatMap(({ text }) =>
    [...text.matchAll(/([\d,]+\.\d\d) 元/g)].map(([, sum]) => sum ?? ''),
  )
}

describe('the amounts of a loan', { timeout: 120_000 }, () => {
  it('are the same in every call, message and document, in every state of a loan', async () => {
    const payer = await newPayer(product)
    await loansInAllStates(payer)
    const fresh = await readShown(payer)
    expect(differences(fresh)).toEqual([])
    await expectContractsAsShown(payer)

    // Late now, apart from the deferred loans.
    await skipDays(product.services, 40)
    const late = await readShown(payer)
    expect(differences(late)).toEqual([])
    await makeCardPayment(product, payer, dueOf(payer, 1))
    await settle(payer)
    const after = await readShown(payer)
    expect(differences(after)).toEqual([])

    // Each state was compared: an instalment is shown by a dozen calls.
    const callsOf = [...late.subjects.values()].map(
      (values) => new Set([...values.values()].flatMap((calls) => [...calls])).size,
    )
    expect(Math.max(...callsOf)).toBeGreaterThanOrEqual(10)
    expect(late.subjects.size).toBeGreaterThan(300)
    const known = new Set([fresh, late, after].flatMap(({ amounts }) => [...amounts]))
    await product.runTasks()
    const told = await amountsInMessages(payer)
    expect(told.length).toBeGreaterThan(3)
    expect(told.filter((amount) => !known.has(amount))).toEqual([])
  })
})

/** The signed contract of an unchanged loan has the amounts of its plan. */
async function expectContractsAsShown(payer: Payer): Promise<void> {
  const { api } = payer.client
  const { agreements } = await api.agreements.signedList({ about: 'loan', pageNo: 1 })
  const contracts = agreements.filter(({ title, loan }) => title === '借款合同' && loan)
  expect(contracts.length).toBeGreaterThanOrEqual(2)
  for (const { agreementNo, loan } of contracts) {
    const { blocks } = await api.agreements.signed({ agreementNo })
    const { instalments } = await api.repayment.plan({ loanNo: loan?.loanNo ?? '' })
    const text = JSON.stringify(blocks)
    for (const { amount } of instalments) expect(text).toContain(displayYuan(amount))
  }
}

/** Settles the first loan; its certificate names the amount of the loan. */
async function settle(payer: Payer): Promise<void> {
  const { services } = product
  const { api } = payer.client
  const { loanNo } = payer
  const { loan } = await api.repayment.plan({ loanNo })
  const { cardId } = payer.card
  await repayInFull(services, actOf(payer), { loanNo, amount: loan.payoff, cardId })
  const request = { requestNo: 'certificate-of-amounts', kind: 'settlement' } as const
  const { certificates } = await api.settlement.apply({ ...request, loanNos: [loanNo] })
  const { pdf } = await download(product, certificates[0]?.pdfUrl ?? '', payer.client)
  expect((await textOfPdf(pdf)).join('')).toContain(`${displayYuan(loan.amount)}元`)
}
