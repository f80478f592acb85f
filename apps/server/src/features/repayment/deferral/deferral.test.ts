import { describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { newRequestNo as orderNumber } from '@qingzhou/contract/features/repayment/bills'
import { fen } from '@qingzhou/domain/money/money'
import { expectRefusal, messagesTo, countMessages } from '#features/onboarding/testing/visitor.ts'
import { insertSigningCode, signingCode } from '#features/onboarding/testing/signing-code.ts'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { deferralAgreement } from '#features/agreements/templates/deferral-agreement.ts'
import { setBusinessDate } from '@qingzhou/lending/ledger/testing/business-date'
import { readLoans } from '@qingzhou/lending/index'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { insertBorrower } from '#features/loans/testing/inserted-borrower.ts'
import { skipDays } from '#features/repayment/testing/days.ts'
import {
  confirmCardPayment,
  dueOf,
  newPayer,
  newOrderRequestNo,
  placeOrder,
  readOrderState,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { refusalMessage } from '#http/refusals.ts'
import { startProductForFile } from '#testing/product.ts'
import { deferralOffer } from './quote-deferral.ts'
import { deferRepayment } from './defer-repayment.ts'

const product = startProductForFile()

const renderRefusal = () => ''

const event = {
  prodSubNo: '103001',
  channelCode: '000000000004',
  eventType: '0401',
  hasFund: false,
} as const

/** Gets a quote and an SMS code, accepts the agreements and returns the request for the deferral. */
async function readyToDefer(payer: Payer, days: number) {
  const { client, loanNo } = payer
  const { quote } = await client.api.repayment.deferralOffer({ loanNo, days })
  if (!quote) throw new Error(`loan ${loanNo}: no deferral quote for ${days} days`)
  const { agreements } = await client.api.agreements.toConfirm({
    ...event,
    deferral: { loanNo, days },
  })
  const agreed = agreements.map(({ code, version }) => ({ code, version }))
  const { quoteId } = quote
  const dynamicCode = await signingCode(product, payer)
  const quoteFor = { requestNo: newOrderRequestNo(), loanNo, days, quoteId, agreed, dynamicCode }
  return { quote, agreements, quoteFor }
}

const firstOf = async ({ client, loanNo }: Payer) =>
  (await client.api.repayment.plan({ loanNo })).instalments[0]

describe('a deferral', () => {
  it('[7.110] is booked once as quoted, with the agreement as shown and one SMS', async () => {
    const payer = await newPayer(product)
    const { api } = payer.client
    await skipDays(product.services, 20)
    const { loans } = await api.repayment.deferralOffer({})
    expect(loans).toMatchObject([{ instalment: { n: 1 }, deferralsLeft: 2 }])
    // The limit is the next due date, 28 to 31 days later.
    expect(loans[0]?.daysMax).toBeGreaterThanOrEqual(27)
    expect(loans[0]?.refusal).toBeUndefined()

    const { quote, agreements, quoteFor } = await readyToDefer(payer, 10)
    const before = await firstOf(payer)
    const plan = async () => (await api.repayment.plan({ loanNo: payer.loanNo })).instalments
    expect(quote.before).toEqual(await plan())
    const answers = await Promise.all([1, 2, 3].map(() => api.repayment.defer(quoteFor)))
    const { newDueDate, newAmount, cost } = quote
    expect(answers).toEqual(answers.map(() => ({ newDueDate, newAmount, cost })))
    expect(cost).toBeGreaterThan(0n)
    expect(newDueDate).toBe(before && addDays(before.dueDate, 10))
    expect(await firstOf(payer)).toMatchObject({ dueDate: newDueDate, amount: newAmount })
    expect(quote.after).toEqual(await plan())

    const { agreements: signed } = await api.agreements.signedList({ pageNo: 1 })
    const agreementNo = signed.find(({ title }) => title === '延期还款协议')?.agreementNo ?? ''
    expect((await api.agreements.signed({ agreementNo })).blocks).toEqual(agreements[0]?.blocks)
    expect(JSON.stringify(agreements[0]?.blocks)).toContain(newDueDate)

    await product.runTasks()
    const texts = (await messagesTo(product, payer.phone)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes(`延至 ${newDueDate}`))).toHaveLength(1)
    const other = { ...quoteFor, days: 11 }
    await expectRefusal(api.repayment.defer(other), { kind: 'number-taken' })
    const { loans: left } = await api.repayment.deferralOffer({})
    expect(left[0]?.deferralsLeft).toBe(1)
  })

  it('[7.109] is listed with its refusal message, and a quote is refused with the same message', async () => {
    const payer = await newPayer(product)
    const { api } = payer.client
    await skipDays(product.services, 40)
    const { loans } = await api.repayment.deferralOffer({})
    const refusal = '逾期超过 3 天的账单不能延期，如有困难请联系客服'
    expect(loans[0]).toMatchObject({ daysMax: 0, refusal })
    const { loanNo } = payer
    const quoted = api.repayment.deferralOffer({ loanNo, days: 5 })
    await expectRefusal(quoted, { kind: 'too-late-to-defer', daysOverdueMax: 3 })
  })

  it('is valid only on the day of its quote and only for its customer', async () => {
    const payer = await newPayer(product)
    const { quoteFor } = await readyToDefer(payer, 7)
    const { repayment } = payer.client.api
    const needed = repayment.defer({ ...quoteFor, agreed: [{ code: 'privacy', version: '1' }] })
    await expectRefusal(needed, { kind: 'agreement-needed' })
    const otherDays = repayment.defer({ ...quoteFor, days: 8 })
    await expectRefusal(otherDays, { kind: 'deferral-quote-outdated' })
    const stranger = await newPayer(product)
    const dynamicCode = await signingCode(product, stranger)
    const theirs = stranger.client.api.repayment.defer({ ...quoteFor, dynamicCode })
    await expectRefusal(theirs, { kind: 'loan-unknown' })
    await skipDays(product.services, 1)
    await expectRefusal(repayment.defer(quoteFor), { kind: 'deferral-quote-outdated' })
    expect((await firstOf(payer))?.state).toBe('upcoming')
  })

  it('is refused while a payment is in progress, and outdates payment orders for the old due date', async () => {
    const payer = await newPayer(product)
    const { quoteFor } = await readyToDefer(payer, 7)
    const placedBefore = await placeOrder(payer, { aim: dueOf(payer, 1), payBy: 'messenger' })
    const requestNo = await confirmCardPayment(product, payer, dueOf(payer, 1))
    const { repayment } = payer.client.api
    await expectRefusal(repayment.defer(quoteFor), { kind: 'payment-running' })
    const { loans } = await repayment.deferralOffer({})
    expect(loans[0]?.refusal).toContain('正在处理')
    await waitForBank(product)
    expect(await readOrderState(payer, requestNo)).toBe('paid')
    await expectRefusal(repayment.defer(quoteFor), { kind: 'nothing-to-defer' })
    const opened = repayment.createWalletOrder({ requestNo: placedBefore })
    await expectRefusal(opened, { kind: 'repayment-quote-outdated' })
  })

  it('cannot use a number of the lender’s books, nor can a payment', async () => {
    const payer = await newPayer(product)
    const { quoteFor } = await readyToDefer(payer, 3)
    for (const taken of ['review-2027-01', 'plan-12345678', `${'a'.repeat(32)}-1`]) {
      const fields = { ...quoteFor, requestNo: taken }
      const { code } = await payer.client.send(calls.repayment.defer, fields)
      expect(code).toBe(codes.invalidField)
      expect(orderNumber.safeParse(taken).success).toBe(false)
    }
    await payer.client.api.repayment.defer(quoteFor)
  })

  it('is booked for one of ten concurrent requests', async () => {
    const payer = await newPayer(product)
    const { quoteFor } = await readyToDefer(payer, 3)
    const words = await countMessages(
      Array.from({ length: 10 }, () =>
        payer.client.api.repayment.defer({ ...quoteFor, requestNo: newOrderRequestNo() }),
      ),
    )
    expect(words.get('ok')).toBe(1)
    const refused = [
      '账单有变化，已为您重新试算，请确认后再延期',
      refusalMessage({ kind: 'sms-code-void' }).message,
    ]
    expect(refused.reduce((sum, word) => sum + (words.get(word) ?? 0), 0)).toBe(9)
  })

  it('requested at 23:59:59.999 counts for that day, and its quote is outdated after midnight', async () => {
    const { services } = product
    const borrower = await insertBorrower(services)
    const { customer, caller } = borrower
    const act = { customer, requestNo: 'drawn', actor: 'customer' }
    const terms = { months: 3, method: 'equal-instalments', purpose: 'daily' } as const
    const { loanNo } = await drawLoan(services, act, { ...terms, amount: fen(3_000_00n) })
    const [stored] = await readLoans(services.database, customer)
    const dueDate = stored?.loan.instalments[0]?.dueDate ?? (await services.businessDate())
    // Three days of grace: a deferral is refused from the fourth day on.
    const lastDay = addDays(dueDate, 3)
    await setBusinessDate(services.database, lastDay)
    const lastMoment = new Date(`${lastDay}T23:59:59.999+08:00`)
    const late = { ...services, now: () => lastMoment }

    const quoteFor = async (days: number) => {
      const quote = await deferralOffer(late, customer, {
        request: { loanNo, days },
        renderRefusal,
      })
      const { code, version } = deferralAgreement
      const quoteId = quote.quote?.quoteId ?? ''
      const agreed = [{ code, version }]
      const dynamicCode = await insertSigningCode(late, caller)
      return { requestNo: newOrderRequestNo(), loanNo, days, quoteId, agreed, dynamicCode }
    }
    const first = await quoteFor(5)
    expect(await deferRepayment(late, caller, first)).toMatchObject({
      newDueDate: addDays(dueDate, 5),
    })
    const second = await quoteFor(6)
    await setBusinessDate(services.database, addDays(lastDay, 1))
    const outdated = deferRepayment(late, caller, second)
    await expect(outdated).rejects.toMatchObject({ refusal: { kind: 'deferral-quote-outdated' } })
    expect(await deferRepayment(late, caller, first)).toMatchObject({
      newDueDate: addDays(dueDate, 5),
    })
  })
})
