import { describe, expect, it } from 'vitest'
import { findLimit, readCoupons, insertCoupon } from '@qingzhou/lending/index'
import { messagesTo } from '#features/onboarding/testing/visitor.ts'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { startProductForFile } from '#testing/product.ts'
import {
  confirmByCode,
  executeDraw,
  newBorrower,
  readyToApply,
  waitForBank,
} from './testing/borrower.ts'

const product = startProductForFile({ BODY_FORM: 'blocks' })

describe('borrowing', () => {
  it('[7.023, 7.064, 7.068, 7.069] a draw proceeds step by step from quote to disbursement, and the borrower gets one SMS', async () => {
    const borrower = await newBorrower(product)
    const { client, customer, phone } = borrower
    const request = await readyToApply(borrower)
    const quote = await client.api.loans.quote({
      amount: request.amount,
      months: request.months,
      method: request.method,
    })
    const { drawNo, verification } = await client.api.loans.apply(request)
    expect(verification).toEqual(['sms'])
    expect(await client.api.loans.currentStep({})).toMatchObject({ step: 'borrow' })

    await confirmByCode(product, borrower)
    expect(await client.api.loans.execute({ drawNo })).toEqual({ state: 'processing' })
    expect(await client.api.loans.currentStep({})).toMatchObject({ step: 'loanResult' })
    await waitForBank(product)

    const result = await client.api.loans.result({ drawNo })
    expect(result).toMatchObject({
      state: 'paid',
      amount: 12_000_00n,
      lastFour: borrower.card.lastFour,
    })
    expect(result.plan).toEqual(quote.plan)
    const { granted = 0n, used } = (await findLimit(product.services.database, customer)) ?? {}
    expect([used, result.availableLimit]).toEqual([12_000_00n, granted - 12_000_00n])
    expect(await client.api.loans.execute({ drawNo })).toEqual({ state: 'paid' })

    await product.runTasks()
    const texts = (await messagesTo(product, phone)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('12,000.00 元已于'))).toHaveLength(1)
  })

  it('[3.021–3.023, 7.062, 7.063] a coupon reduces the plan, is reserved while the draw is in progress, and is used with the disbursement', async () => {
    const borrower = await newBorrower(product)
    const { client, customer } = borrower
    const today = await product.services.businessDate()
    const coupon = {
      amountMin: fen(500_00n),
      months: [3, 12],
      validFrom: today,
      validUntil: localDate('2099-12-31'),
      state: { kind: 'free' as const },
    }
    const { database } = product.services
    await insertCoupon(database, {
      customer,
      couponNo: 'half',
      coupon: { ...coupon, benefit: { kind: 'interest-share-off', sharePpm: 500_000n } },
    })
    await insertCoupon(database, {
      customer,
      couponNo: 'week',
      coupon: { ...coupon, benefit: { kind: 'interest-free-days', days: 7 } },
    })
    await insertCoupon(database, {
      customer,
      couponNo: 'short',
      coupon: { ...coupon, months: [3], benefit: { kind: 'interest-free-days', days: 30 } },
    })
    const terms = {
      amount: fen(12_000_00n),
      months: 12,
      method: 'equal-instalments' as const,
    }
    const coupons = await client.api.loans.coupons(terms)
    expect(coupons.usable.map(({ couponNo }) => couponNo)).toEqual(['half', 'week'])
    expect(coupons.bestCouponNo).toBe('half')
    expect(coupons.unusable).toMatchObject([{ couponNo: 'short', reason: '仅限借 3 期' }])

    const { drawNo } = await executeDraw(product, borrower, { ...terms, couponNo: 'half' })
    const stateOf = async () =>
      (await readCoupons(database, customer)).find(({ couponNo }) => couponNo === 'half')?.coupon
        .state.kind
    expect(await stateOf()).toBe('reserved')
    await waitForBank(product)
    const { plan, loanNo = '' } = await client.api.loans.result({ drawNo })
    expect(await stateOf()).toBe('used')
    expect((await client.api.repayment.loan({ loanNo })).couponName).toBe('利息折扣券')
    const given = plan?.reduce((sum, instalment) => sum + instalment.given, 0n)
    expect(given).toBe(coupons.usable[0]?.saving)
  })
})
