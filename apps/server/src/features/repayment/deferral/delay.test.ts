import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { expectRefusal, messagesTo, wordsOf } from '#features/onboarding/testing/visitor.ts'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { delayAgreement } from '#features/agreements/templates/delay-agreement.ts'
import { setBusinessDate } from '#lending/ledger/testing/business-date.ts'
import { draw, readLoans } from '#lending/index.ts'
import { plantBorrower } from '#features/loans/testing/planted-borrower.ts'
import { skipDays } from '#features/repayment/testing/days.ts'
import {
  confirmed,
  drawn,
  dueOf,
  newPayer,
  newRepaySeqNo,
  placed,
  stateOf,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { delayOffer } from './delay-offer.ts'
import { delayRepayment } from './delay-repayment.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

const sayWhyNot = () => ''

const event = {
  prodSubNo: '103001',
  channelCode: '000000000004',
  eventType: '0401',
  hasFund: false,
} as const

/** Reads and ticks what has to be signed, and asks for what was quoted. */
async function readyToDelay({ client, loanNo }: Payer, days: number) {
  const { quote } = await client.api.repayment.delayOffer({ loanNo, days })
  if (!quote) throw new Error('it was asked for')
  const { agreements } = await client.api.agreements.toConfirm({
    ...event,
    delay: { loanNo, days },
  })
  const agreed = agreements.map(({ code, version }) => ({ code, version }))
  const { quoteId } = quote
  const asked = { requestNo: newRepaySeqNo(), loanNo, days, quoteId, agreed }
  return { quote, agreements, asked }
}

const firstOf = async ({ client, loanNo }: Payer) =>
  (await client.api.repayment.plan({ loanNo })).instalments[0]

describe('a delay', () => {
  it('is booked as it was quoted, signed as it was shown, told once, and done once', async () => {
    const payer = await newPayer(product)
    const { api } = payer.client
    await skipDays(product.services, 20)
    const { loans } = await api.repayment.delayOffer({})
    expect(loans).toMatchObject([{ instalment: { n: 1 }, delaysLeft: 2 }])
    // Not past the next instalment, which comes after 28 to 31 days.
    expect(loans[0]?.daysMax).toBeGreaterThanOrEqual(27)
    expect(loans[0]?.refusal).toBeUndefined()

    const { quote, agreements, asked } = await readyToDelay(payer, 10)
    const before = await firstOf(payer)
    const answers = await Promise.all([1, 2, 3].map(() => api.repayment.delay(asked)))
    const { newDueDate, newAmount, cost } = quote
    expect(answers).toEqual(answers.map(() => ({ newDueDate, newAmount, cost })))
    expect(cost).toBeGreaterThan(0n)
    expect(newDueDate).toBe(before && addDays(before.dueDate, 10))
    expect(await firstOf(payer)).toMatchObject({ dueDate: newDueDate, amount: newAmount })

    const { agreements: signed } = await api.agreements.signedList({ pageNo: 1 })
    const agreementNo = signed.find(({ title }) => title === '延期还款协议')?.agreementNo ?? ''
    expect((await api.agreements.signed({ agreementNo })).blocks).toEqual(agreements[0]?.blocks)
    expect(JSON.stringify(agreements[0]?.blocks)).toContain(newDueDate)

    await product.runTasks()
    const texts = (await messagesTo(product, payer.phone)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes(`延至 ${newDueDate}`))).toHaveLength(1)
    const other = { ...asked, days: 11 }
    await expectRefusal(api.repayment.delay(other), { kind: 'number-taken' })
    const { loans: left } = await api.repayment.delayOffer({})
    expect(left[0]?.delaysLeft).toBe(1)
  })

  it('says why not in the words of the refusal, and refuses in them, too', async () => {
    const payer = await newPayer(product)
    const { api } = payer.client
    await skipDays(product.services, 40)
    const { loans } = await api.repayment.delayOffer({})
    expect(loans[0]).toMatchObject({ daysMax: 0, refusal: '账单逾期较久，已不能延期，请联系客服' })
    const { loanNo } = payer
    const quoted = api.repayment.delayOffer({ loanNo, days: 5 })
    await expectRefusal(quoted, { kind: 'too-late-to-delay' })
  })

  it('is for the day it was quoted on, and for who it was quoted to', async () => {
    const payer = await newPayer(product)
    const { asked } = await readyToDelay(payer, 7)
    const { repayment } = payer.client.api
    const needed = repayment.delay({ ...asked, agreed: [{ code: 'privacy', version: '1' }] })
    await expectRefusal(needed, { kind: 'agreement-needed' })
    const otherDays = repayment.delay({ ...asked, days: 8 })
    await expectRefusal(otherDays, { kind: 'delay-quote-outdated' })
    const stranger = await newPayer(product)
    await expectRefusal(stranger.client.api.repayment.delay(asked), { kind: 'loan-unknown' })
    await skipDays(product.services, 1)
    await expectRefusal(repayment.delay(asked), { kind: 'delay-quote-outdated' })
    expect((await firstOf(payer))?.state).toBe('upcoming')
  })

  it('waits for money that is on its way, and money for the old date is not sent', async () => {
    const payer = await newPayer(product)
    const { asked } = await readyToDelay(payer, 7)
    const placedBefore = await placed(payer, { aim: dueOf(payer, 1), payBy: 'messenger' })
    const repaySeqNo = await confirmed(product, payer, dueOf(payer, 1))
    const { repayment } = payer.client.api
    await expectRefusal(repayment.delay(asked), { kind: 'payment-running' })
    const { loans } = await repayment.delayOffer({})
    expect(loans[0]?.refusal).toContain('正在处理')
    await waitForBank(product)
    expect(await stateOf(payer, repaySeqNo)).toBe('paid')
    await expectRefusal(repayment.delay(asked), { kind: 'nothing-to-delay' })
    const opened = repayment.createWalletOrder({ repaySeqNo: placedBefore })
    await expectRefusal(opened, { kind: 'repayment-quote-outdated' })
  })

  it('under the number of a payment that is on its way does not keep that from being booked', async () => {
    const payer = await newPayer(product)
    const delayed = { ...payer, loanNo: await drawn(product, payer) }
    await skipDays(product.services, 20)
    const repaySeqNo = await confirmed(product, payer, dueOf(payer, 1))
    const { asked } = await readyToDelay(delayed, 10)
    await payer.client.api.repayment.delay({ ...asked, requestNo: `${repaySeqNo}-1` })
    await waitForBank(product)
    expect(await stateOf(payer, repaySeqNo)).toBe('paid')
  })

  it('asked for by ten phones at once, is granted to one of them', async () => {
    const payer = await newPayer(product)
    const { asked } = await readyToDelay(payer, 3)
    const words = await wordsOf(
      Array.from({ length: 10 }, () =>
        payer.client.api.repayment.delay({ ...asked, requestNo: newRepaySeqNo() }),
      ),
    )
    expect(words.get('ok')).toBe(1)
    expect(words.get('账单有变化，已为您重新试算，请确认后再延期')).toBe(9)
  })

  it('asked for at 23:59:59.999 on the last day counts for that day; midnight makes it another', async () => {
    const { services } = product
    const borrower = await plantBorrower(services)
    const { customer, caller } = borrower
    const act = { customer, requestNo: 'drawn', actor: 'customer' }
    const terms = { months: 3, method: 'equal-instalments', purpose: 'daily' } as const
    const { loanNo } = await draw(services, act, { ...terms, amount: fen(3_000_00n) })
    const [kept] = await readLoans(services.database, customer)
    const dueDate = kept?.loan.instalments[0]?.dueDate ?? (await services.businessDate())
    // Three days of grace: the fourth is too late.
    const lastDay = addDays(dueDate, 3)
    await setBusinessDate(services.database, lastDay)
    const lastMoment = new Date(`${lastDay}T23:59:59.999+08:00`)
    const late = { ...services, now: () => lastMoment }

    const asked = async (days: number) => {
      const quote = await delayOffer(late, customer, { asked: { loanNo, days }, sayWhyNot })
      const { code, version } = delayAgreement
      const quoteId = quote.quote?.quoteId ?? ''
      return { requestNo: newRepaySeqNo(), loanNo, days, quoteId, agreed: [{ code, version }] }
    }
    const first = await asked(5)
    const second = await asked(6)
    expect(await delayRepayment(late, caller, first)).toMatchObject({
      newDueDate: addDays(dueDate, 5),
    })
    await setBusinessDate(services.database, addDays(lastDay, 1))
    const outdated = delayRepayment(late, caller, second)
    await expect(outdated).rejects.toMatchObject({ refusal: { kind: 'delay-quote-outdated' } })
    expect(await delayRepayment(late, caller, first)).toMatchObject({
      newDueDate: addDays(dueDate, 5),
    })
  })
})
