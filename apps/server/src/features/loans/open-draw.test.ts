import { describe, expect, it } from 'vitest'
import { pages } from '@qingzhou/contract/pages'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { product as figures } from '@qingzhou/domain/product'
import { insertAttempt, endAttempt } from '#features/identity/face/face-attempt-store.ts'
import { openSession } from '#features/identity/face/face-session-store.ts'
import { onAnotherPhone } from '#features/identity/testing/applicant.ts'
import { expectRefusal, messagesTo } from '#features/onboarding/testing/visitor.ts'
import { findLimit, readCoupons } from '@qingzhou/lending/index'
import { insertCoupon } from '@qingzhou/lending/draws/coupon-store'
import { startProductForFile } from '#testing/product.ts'
import {
  confirmByCode,
  executeDraw,
  newBorrower,
  passFace,
  readyToApply,
  waitForBank,
  type TestBorrower,
} from './testing/borrower.ts'

const product = startProductForFile()

const AMOUNT = fen(20_100_00n)

/** A draw that waits for its face check, begun on the borrower's first phone. */
async function waitingDraw(couponNo?: string) {
  const borrower = await newBorrower(product)
  const elsewhere = { ...borrower, ...(await onAnotherPhone(product, borrower)) }
  if (couponNo !== undefined) await giveCoupon(borrower, couponNo)
  const request = await readyToApply(borrower, { amount: AMOUNT, couponNo })
  const { drawNo } = await borrower.client.api.loans.apply(request)
  return { borrower, elsewhere, drawNo }
}

async function giveCoupon({ customer }: TestBorrower, couponNo: string): Promise<void> {
  const { database, businessDate } = product.services
  const today = await businessDate()
  const coupon = {
    benefit: { kind: 'interest-free-days', days: 7 },
    amountMin: fen(500_00n),
    months: [12],
    validFrom: today,
    validUntil: addDays(today, 30),
    state: { kind: 'free' },
  } as const
  await insertCoupon(database, { customer, couponNo, coupon })
}

const usedLimit = async ({ customer }: TestBorrower) =>
  (await findLimit(product.services.database, customer))?.used

const couponOf = async ({ customer }: TestBorrower) =>
  (await readCoupons(product.services.database, customer))[0]?.coupon.state

describe('a draw on another phone', { timeout: 60_000 }, () => {
  it('is named by every step answer and by the limit, and is continued to a loan', async () => {
    const { borrower, elsewhere, drawNo } = await waitingDraw()
    const { credit, loans } = elsewhere.client.api
    expect(await credit.currentStep({})).toEqual({ step: 'limit', drawNo })
    expect(await credit.progress({})).toMatchObject({ drawNo })
    expect(await loans.currentStep({})).toEqual({
      step: 'faceForLoan',
      pageUrl: pages.faceForLoan,
      drawNo,
    })
    expect((await credit.limit({})).openDraw).toMatchObject({
      drawNo,
      amount: AMOUNT,
      state: 'verifying',
      verification: ['sms', 'face'],
      isPurchase: false,
    })

    await passFace(product, borrower, drawNo)
    expect(await loans.currentStep({})).toEqual({ step: 'borrow', drawNo })
    await confirmByCode(product, elsewhere)
    expect(await loans.execute({ drawNo })).toEqual({ state: 'processing' })
    // The first phone looks on while the bank is asked.
    expect(await borrower.client.api.loans.currentStep({})).toEqual({
      step: 'loanResult',
      drawNo,
    })
    const { openDraw } = await borrower.client.api.credit.limit({})
    expect(openDraw).toEqual({
      drawNo,
      amount: AMOUNT,
      state: 'processing',
      verification: [],
      isPurchase: false,
    })
    await waitForBank(product)
    expect(await loans.result({ drawNo })).toMatchObject({ state: 'paid' })
    expect(await loans.currentStep({})).toEqual({ step: 'borrow' })
    expect(await loans.currentStep({ drawNo })).toEqual({ step: 'loanResult', drawNo })
    expect(await credit.currentStep({})).toEqual({ step: 'limit' })
    expect(await credit.limit({})).not.toHaveProperty('openDraw')
  })

  it('[4.020] names the failure page once the face check has failed, and when no attempt is left', async () => {
    const { elsewhere, drawNo } = await waitingDraw()
    const { loans } = elsewhere.client.api
    const { customer } = elsewhere
    const { services } = product
    const check = { customer, faceSessionNo: 'session-of-draw', purpose: 'loan' } as const
    await openSession(services.database, services, { ...check, businessNo: drawNo })
    const attempt = {
      ...check,
      attemptNo: 'attempt-of-draw',
      place: 'page',
      actions: [],
      frontFileNo: undefined,
    } as const
    await insertAttempt(services.database, services, attempt)
    expect(await loans.currentStep({})).toMatchObject({ pageUrl: pages.faceForLoan })
    await endAttempt(services.database, services, { ...attempt, reason: 'noMatch' })
    const failed = { step: 'faceForLoan', pageUrl: pages.faceFailed, drawNo }
    expect(await loans.currentStep({})).toEqual(failed)

    const other = await waitingDraw()
    await services.database.query(
      `INSERT INTO daily_attempts (customer_no, kind, day, attempts) VALUES ($1, 'face', $2, $3)`,
      [other.borrower.customer, services.today(), figures.identity.faceChecksPerDay],
    )
    expect(await other.elsewhere.client.api.loans.currentStep({})).toMatchObject({
      pageUrl: pages.faceFailed,
    })
  })

  it('needs a card first where the borrower has none under the present identity', async () => {
    const borrower = await newBorrower(product)
    const { database } = product.services
    await database.query(`UPDATE cards SET holder_index = $2 WHERE customer_no = $1`, [
      borrower.customer,
      product.services.vault.index('idNumber', 'of-an-earlier-identity'),
    ])
    const { loans, credit } = borrower.client.api
    expect(await loans.currentStep({})).toEqual({ step: 'bindCard' })
    expect(await credit.currentStep({})).toEqual({ step: 'limit' })
  })
})

describe('cancelling a draw', { timeout: 60_000 }, () => {
  it('releases limit and coupon at once, on any phone, and however often it is tapped', async () => {
    const { borrower, elsewhere, drawNo } = await waitingDraw('coupon-1')
    expect([await usedLimit(borrower), (await couponOf(borrower))?.kind]).toEqual([
      AMOUNT,
      'reserved',
    ])
    const taps = await Promise.all(
      [borrower, elsewhere, elsewhere].map(({ client }) => client.api.loans.cancel({ drawNo })),
    )
    expect(taps).toEqual([1, 2, 3].map(() => ({ state: 'failed' })))
    expect([await usedLimit(borrower), (await couponOf(borrower))?.kind]).toEqual([0n, 'free'])
    const { loans } = borrower.client.api
    expect(await loans.result({ drawNo })).toMatchObject({
      state: 'failed',
      reason: '您已取消本次借款',
    })
    expect(await loans.currentStep({})).toEqual({ step: 'borrow' })

    // Another amount is another draw; the end of the half hour changes nothing more.
    const again = await loans.apply(await readyToApply(borrower, { amount: fen(500_00n) }))
    product.advance(31 * 60)
    await product.runTasks()
    expect(await usedLimit(borrower)).toBe(0n)
    const texts = (await messagesTo(product, borrower.phone)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('已自动取消'))).toHaveLength(1)
    expect(texts.some((text) => text.includes('借款 500.00 元未在 30 分钟内完成核验'))).toBe(true)
    expect((await loans.result({ drawNo: again.drawNo })).state).toBe('failed')
  })

  it('is refused once the money is ordered and after it is paid, and to another customer', async () => {
    const borrower = await newBorrower(product)
    const { drawNo } = await executeDraw(product, borrower)
    const { loans } = borrower.client.api
    const stranger = await newBorrower(product)
    await expectRefusal(stranger.client.api.loans.cancel({ drawNo }), { kind: 'draw-unknown' })
    await expectRefusal(loans.cancel({ drawNo }), { kind: 'draw-ordered' })
    await waitForBank(product)
    await expectRefusal(loans.cancel({ drawNo }), { kind: 'draw-booked' })
    expect((await loans.result({ drawNo })).state).toBe('paid')
  })

  it('one of a concurrent cancellation and execution of a draw happens', async () => {
    const borrower = await newBorrower(product)
    const { loans } = borrower.client.api
    const { drawNo } = await loans.apply(await readyToApply(borrower))
    await confirmByCode(product, borrower)
    const [ran, cancelled] = await Promise.allSettled([
      loans.execute({ drawNo }),
      loans.cancel({ drawNo }),
    ])
    await waitForBank(product)
    const { state } = await loans.result({ drawNo })
    expect(state === 'paid').toBe(cancelled.status === 'rejected')
    expect(ran.status === 'fulfilled' && ran.value.state).toBe(
      state === 'paid' ? 'processing' : 'failed',
    )
    expect(await usedLimit(borrower)).toBe(state === 'paid' ? 12_000_00n : 0n)
  })
})
