import { describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { product as figures } from '@qingzhou/domain/product'
import { termNames } from '@qingzhou/contract/wire/names'
import { onWire } from '@qingzhou/contract/wire/renamed'
import { findLimit, insertCoupon, readLoans } from '@qingzhou/lending/index'
import { onAnotherPhone } from '#features/identity/testing/applicant.ts'
import { expectRefusal, countMessages } from '#features/onboarding/testing/visitor.ts'
import { readyToBind } from '#features/cards/testing/cardholder.ts'
import { startProductForFile } from '#testing/product.ts'
import {
  executeDraw,
  newBorrower,
  newRequestNo,
  readyToApply,
  waitForBank,
  type TestBorrower,
} from './testing/borrower.ts'

const product = startProductForFile()

const usedLimit = async ({ customer }: TestBorrower) =>
  (await findLimit(product.services.database, customer))?.used

const terms = {
  amount: fen(12_000_00n),
  months: 12,
  method: 'equal-instalments' as const,
}

const offer = {
  kind: 'draw-amount-not-offered',
  amountMin: figures.draw.amountMin,
  amountMax: figures.draw.amountMax,
  step: figures.draw.step,
} as const

describe('the offered amounts and terms', () => {
  it('[7.071, 7.072] the maximum amount is limited by product and credit limit, in whole steps', async () => {
    const { client } = await newBorrower(product, { limit: fen(9_900_00n) })
    const choices = await client.api.loans.choices({})
    expect(choices).toMatchObject({ amountMin: 500_00n, amountMax: 9_900_00n, step: 100_00n })
    expect(choices.terms).toEqual([3, 6, 9, 12, 24])
    expect(choices.purposes[0]).toEqual({ code: 'daily', name: '日常消费' })
    expect(choices.methods).toContainEqual({
      code: 'interest-first',
      name: '先息后本',
      monthsMax: 12,
    })
    const rate = await client.api.loans.rate({})
    expect(rate).toMatchObject({ annualRate: 144_000n, lpr: 30_000n })
  })

  it('[3.017, 3.018] amounts off the step or out of range, and terms and methods that are not offered, are refused', async () => {
    const { client } = await newBorrower(product)
    const quote = (changes: object) => client.api.loans.quote({ ...terms, ...changes })
    await expectRefusal(quote({ amount: fen(1_050_00n) }), offer)
    await expectRefusal(quote({ amount: fen(400_00n) }), offer)
    await expectRefusal(quote({ amount: fen(50_100_00n) }), offer)
    await expectRefusal(quote({ months: 5 }), { kind: 'term-not-offered' })
    await expectRefusal(quote({ months: 24, method: 'interest-first' }), {
      kind: 'method-not-offered',
    })
    const invalid = { amount: '1000.001', months: 12, method: 'equal-instalments' }
    const answer = await client.send(calls.loans.quote, onWire<unknown>(invalid, termNames))
    expect(answer.code).toBe(codes.invalidField)
  })

  it('an amount above the limit is refused with the available amount', async () => {
    const { client } = await newBorrower(product, { limit: fen(5_000_00n) })
    await expectRefusal(client.api.loans.quote({ ...terms, amount: fen(5_100_00n) }), {
      kind: 'limit-too-low',
      available: fen(5_000_00n),
    })
  })

  it('a customer without a limit is told the step of the application and gets no quote', async () => {
    const { client } = await readyToBind(product)
    expect(await client.api.loans.currentStep({})).toEqual({ step: 'bindCardForCredit' })
    await expectRefusal(client.api.loans.quote(terms), { kind: 'limit-unknown' })
  })

  it('[3.025–3.027, 7.065] a quote has the fields of its agreements, and says whether a partner bank funds the loan', async () => {
    const { client } = await newBorrower(product)
    const small = await client.api.loans.quote(terms)
    expect(small.agreementInput.isUnionLoan).toBe(false)
    expect(small.agreementInput.agreementFields).toMatchObject({
      amount: '12000.00',
      months: '12',
      firstDueDate: small.plan[0]?.dueDate,
      lastDueDate: small.plan.at(-1)?.dueDate,
    })
    const large = await client.api.loans.quote({ ...terms, amount: fen(20_100_00n) })
    expect(large.agreementInput).toMatchObject({
      agreementFields: { amount: '20100.00' },
      isUnionLoan: true,
    })
    const [interest] = large.costSheet.charges
    expect(interest?.chargedBy).toBe('轻舟消费金融有限公司（40%）、远洲银行股份有限公司（60%）')
    expect(small.costSheet.charges[0]?.chargedBy).toBe('轻舟消费金融有限公司')
  })

  it('[7.076, 7.077] a visitor without a session is quoted the highest rate, in the mini program (wxmp) only', async () => {
    const miniProgram = product.client()
    miniProgram.common['extendChannelCode'] = 'wxmp'
    const quoted = await miniProgram.api.loans.quoteForChannel(terms)
    expect(quoted.annualRate).toBe(234_000n)
    expect(quoted.plan).toHaveLength(12)
    const page = product.client().api.loans
    await expectRefusal(page.quoteForChannel(terms), { kind: 'page-data-missing' })
  })
})

describe('applying for a draw', () => {
  it('[7.067] limit and coupon are reserved once, and repeated calls return the same draw', async () => {
    const borrower = await newBorrower(product)
    const request = await readyToApply(borrower)
    const taps = await Promise.all([1, 2, 3, 4].map(() => borrower.client.api.loans.apply(request)))
    expect(new Set(taps.map(({ drawNo }) => drawNo)).size).toBe(1)
    expect(await usedLimit(borrower)).toBe(12_000_00n)
  })

  it('a requestNo that was used with another body is refused', async () => {
    const borrower = await newBorrower(product)
    const request = await readyToApply(borrower)
    await borrower.client.api.loans.apply(request)
    const other = { ...request, purposeCode: 'travel' }
    await expectRefusal(borrower.client.api.loans.apply(other), { kind: 'number-taken' })
  })

  it('a quote of yesterday or of another rate is refused and nothing is reserved', async () => {
    const borrower = await newBorrower(product)
    const request = await readyToApply(borrower)
    await product.services.endOfDay(addDays(await product.services.businessDate(), 1), {
      debits: 'ignore',
    })
    await expectRefusal(borrower.client.api.loans.apply(request), { kind: 'quote-outdated' })

    const fresh = await readyToApply(borrower)
    await product.services.database.query(
      'UPDATE limits SET annual_rate_ppm = 108000 WHERE customer_no = $1',
      [borrower.customer],
    )
    await expectRefusal(borrower.client.api.loans.apply(fresh), { kind: 'quote-outdated' })
    expect(await usedLimit(borrower)).toBe(0n)
  })

  it('a draw without a confirmed cost sheet or without all agreements is refused', async () => {
    const borrower = await newBorrower(product)
    const request = await readyToApply(borrower)
    const apply = (changes: object) => borrower.client.api.loans.apply({ ...request, ...changes })
    await expectRefusal(apply({ costSheetDigest: 'another-sheet' }), { kind: 'cost-sheet-unread' })
    await expectRefusal(apply({ agreed: request.agreed.slice(1) }), { kind: 'agreement-needed' })
    const older = request.agreed.map(({ code }) => ({ code, version: '2020.1' }))
    await expectRefusal(apply({ agreed: older }), { kind: 'agreement-outdated' })
    expect(await usedLimit(borrower)).toBe(0n)
  })

  it('[3.019] forbidden purposes, and other customers’ cards and coupons, are refused', async () => {
    const [borrower, other] = [await newBorrower(product), await newBorrower(product)]
    const request = await readyToApply(borrower)
    const apply = (changes: object) => borrower.client.api.loans.apply({ ...request, ...changes })
    await expectRefusal(apply({ purposeCode: 'housing' }), { kind: 'purpose-not-accepted' })
    await expectRefusal(apply({ cardId: other.card.cardId }), { kind: 'card-unknown' })

    const today = await product.services.businessDate()
    const coupon = {
      benefit: { kind: 'interest-free-days', days: 7 },
      amountMin: fen(500_00n),
      months: [12],
      validFrom: addDays(today, -30),
      validUntil: addDays(today, -1),
      state: { kind: 'free' },
    } as const
    const { database } = product.services
    await insertCoupon(database, { customer: other.customer, couponNo: 'of-other', coupon })
    await insertCoupon(database, { customer: borrower.customer, couponNo: 'late', coupon })
    const quote = (couponNo: string) => borrower.client.api.loans.quote({ ...terms, couponNo })
    await expectRefusal(quote('of-other'), { kind: 'coupon-unknown' })
    await expectRefusal(quote('late'), { kind: 'coupon-not-valid-today' })
    expect(await usedLimit(borrower)).toBe(0n)
  })

  it('[7.070] another customer cannot see a draw', async () => {
    const [borrower, other] = [await newBorrower(product), await newBorrower(product)]
    const { drawNo } = await borrower.client.api.loans.apply(await readyToApply(borrower))
    const { loans } = other.client.api
    await expectRefusal(loans.result({ drawNo }), { kind: 'draw-unknown' })
    await expectRefusal(loans.execute({ drawNo }), { kind: 'draw-unknown' })
    expect(await loans.currentStep({ drawNo })).toMatchObject({ step: 'borrow' })
  })

  it('a new application replaces an unverified draw, which can no longer be executed', async () => {
    const borrower = await newBorrower(product, { limit: fen(15_000_00n) })
    const { loans } = borrower.client.api
    const first = await loans.apply(await readyToApply(borrower))
    expect((await loans.choices({})).amountMax).toBe(15_000_00n)
    const second = await loans.apply(await readyToApply(borrower, { amount: fen(9_000_00n) }))
    expect(await usedLimit(borrower)).toBe(9_000_00n)
    expect(await loans.execute({ drawNo: first.drawNo })).toEqual({ state: 'failed' })
    expect((await loans.result({ drawNo: second.drawNo })).state).toBe('verifying')
  })

  it('concurrent applications on two phones reserve the limit once', async () => {
    const borrower = await newBorrower(product, { limit: fen(20_000_00n) })
    const elsewhere = { ...borrower, ...(await onAnotherPhone(product, borrower)) }
    const requests = await Promise.all([readyToApply(borrower), readyToApply(elsewhere)])
    await Promise.all(
      [borrower, elsewhere].map(async ({ client }, index) => {
        const request = requests[index]
        if (request) await client.api.loans.apply(request)
      }),
    )
    expect(await usedLimit(borrower)).toBe(12_000_00n)
  })

  it('while a disbursement is in progress, another application is refused', async () => {
    const borrower = await newBorrower(product)
    const request = await readyToApply(borrower)
    await executeDraw(product, borrower)
    const again = { ...request, requestNo: newRequestNo() }
    await expectRefusal(borrower.client.api.loans.apply(again), { kind: 'draw-running' })
    await waitForBank(product)
    const counts = await countMessages([borrower.client.api.loans.apply(again)])
    expect(counts.get('ok')).toBe(1)
    const loans = await readLoans(product.services.database, borrower.customer)
    expect(loans).toHaveLength(1)
  })
})
