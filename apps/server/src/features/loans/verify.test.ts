import { describe, expect, it } from 'vitest'
import { pages } from '@qingzhou/contract/pages'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { onAnotherPhone } from '#features/identity/testing/applicant.ts'
import { bindNewCard } from '#features/cards/testing/cardholder.ts'
import { findLimit } from '@qingzhou/lending/index'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { drawAwaitsFace } from './disbursement/end-unverified-draw.ts'
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

const usedLimit = async ({ customer }: TestBorrower) =>
  (await findLimit(product.services.database, customer))?.used

describe('verification before disbursement', () => {
  it('a draw is not executed without the SMS code', async () => {
    const borrower = await newBorrower(product)
    const { drawNo } = await borrower.client.api.loans.apply(await readyToApply(borrower))
    await expectRefusal(borrower.client.api.loans.execute({ drawNo }), {
      kind: 'verification-needed',
    })
    expect((await borrower.client.api.loans.result({ drawNo })).state).toBe('verifying')
  })

  it('a code is valid for one draw, and only in the session it was entered in', async () => {
    const borrower = await newBorrower(product)
    const elsewhere = await onAnotherPhone(product, borrower)
    const { drawNo } = await borrower.client.api.loans.apply(await readyToApply(borrower))
    await confirmByCode(product, borrower)
    await expectRefusal(elsewhere.client.api.loans.execute({ drawNo }), {
      kind: 'verification-needed',
    })
    await borrower.client.api.loans.execute({ drawNo })
    await waitForBank(product)

    const next = await borrower.client.api.loans.apply(await readyToApply(borrower))
    await expectRefusal(borrower.client.api.loans.execute({ drawNo: next.drawNo }), {
      kind: 'verification-needed',
    })
  })

  it('a large draw also requires a face check, and without it the code is not used up', async () => {
    const borrower = await newBorrower(product)
    const { client, customer } = borrower
    const request = await readyToApply(borrower, { amount: fen(20_100_00n) })
    const { drawNo, verification } = await client.api.loans.apply(request)
    expect(verification).toEqual(['sms', 'face'])
    expect(await client.api.loans.currentStep({ drawNo })).toEqual({
      step: 'faceForLoan',
      pageUrl: pages.faceForLoan,
      drawNo,
    })
    const draw = { customer, businessNo: drawNo }
    expect(await drawAwaitsFace(product.services.database, draw)).toBe(true)

    await confirmByCode(product, borrower)
    await expectRefusal(client.api.loans.execute({ drawNo }), { kind: 'verification-needed' })
    await passFace(product, borrower, drawNo)
    expect((await client.api.loans.result({ drawNo })).verification).toEqual(['sms'])
    expect(await client.api.loans.currentStep({ drawNo })).toMatchObject({ step: 'borrow' })
    expect(await client.api.loans.execute({ drawNo })).toEqual({ state: 'processing' })
    expect(await drawAwaitsFace(product.services.database, draw)).toBe(false)
  })

  it('the face check of another draw is not accepted', async () => {
    const borrower = await newBorrower(product)
    const request = await readyToApply(borrower, { amount: fen(20_100_00n) })
    const { drawNo } = await borrower.client.api.loans.apply(request)
    await passFace(product, borrower, 'another-draw')
    await confirmByCode(product, borrower)
    await expectRefusal(borrower.client.api.loans.execute({ drawNo }), {
      kind: 'verification-needed',
    })
  })

  it('a new device requires a face check if money was drawn on another one', async () => {
    const borrower = await newBorrower(product)
    await executeDraw(product, borrower)
    await waitForBank(product)
    const elsewhere = { ...borrower, ...(await onAnotherPhone(product, borrower)) }
    const { verification } = await elsewhere.client.api.loans.apply(await readyToApply(elsewhere))
    expect(verification).toEqual(['sms', 'face'])
  })
})

describe('the device vendors', () => {
  it('[3.047] require a face check if the phone has other keys than those issued in its session', async () => {
    const borrower = await newBorrower(product)
    const { client } = borrower
    expect(await applyAndRead(borrower, 500_00n)).toEqual(['sms'])
    // The thief's own phone gets keys too, and the session stays bound to the first ones.
    const fingerprint = { firstDeviceId: 'first-2', secondBlackBox: 'box-2' }
    await client.api.onboarding.deviceKeys({ ...fingerprint, channel: '000000000004' })
    expect(await applyAndRead(borrower, 500_00n)).toEqual(['sms', 'face'])
    client.common['deviceKey'] = undefined
    const request = await readyToApply(borrower, { amount: fen(500_00n) })
    await expectRefusal(client.api.loans.apply(request), { kind: 'device-unconfirmed' })
  })
})

async function applyAndRead(borrower: TestBorrower, amount: bigint) {
  const request = await readyToApply(borrower, { amount: fen(amount) })
  return (await borrower.client.api.loans.apply(request)).verification
}

describe('conditions for a face check', () => {
  it('a face check is required above a daily amount, however it is split', async () => {
    const borrower = await newBorrower(product)
    await executeDraw(product, borrower, { amount: fen(12_000_00n) })
    await waitForBank(product)
    expect(await applyAndRead(borrower, 8_000_00n)).toEqual(['sms'])
    expect(await applyAndRead(borrower, 8_100_00n)).toEqual(['sms', 'face'])
    await product.services.endOfDay(addDays(await product.services.businessDate(), 1), {
      debits: 'ignore',
    })
    expect(await applyAndRead(borrower, 8_100_00n)).toEqual(['sms'])
  })

  it('a face check is required for a card bound after the limit was granted, until a draw has used the card with a face check', async () => {
    const borrower = await newBorrower(product)
    const later = { ...borrower, card: await bindNewCard(product, borrower) }
    expect(await applyAndRead(borrower, 500_00n)).toEqual(['sms'])
    expect(await applyAndRead(later, 500_00n)).toEqual(['sms', 'face'])
    await executeDraw(product, later, { amount: fen(500_00n) })
    await waitForBank(product)
    expect(await applyAndRead(later, 500_00n)).toEqual(['sms'])
  })
})

describe('an unverified draw', () => {
  it('ends after half an hour, and limit and coupon are released', async () => {
    const borrower = await newBorrower(product)
    const request = await readyToApply(borrower)
    const { drawNo } = await borrower.client.api.loans.apply(request)
    product.advance(29 * 60)
    await product.runTasks()
    expect(await usedLimit(borrower)).toBe(12_000_00n)
    product.advance(61)
    await product.runTasks()
    expect(await usedLimit(borrower)).toBe(0n)
    expect(await borrower.client.api.loans.result({ drawNo })).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('超时'),
    })
    await expectRefusal(borrower.client.api.loans.apply(request), { kind: 'draw-ended' })
  })

  it('ends if verified too late, even if the timeout task has not run', async () => {
    const borrower = await newBorrower(product)
    const { drawNo } = await borrower.client.api.loans.apply(await readyToApply(borrower))
    product.advance(31 * 60)
    await confirmByCode(product, borrower)
    expect(await borrower.client.api.loans.execute({ drawNo })).toEqual({ state: 'failed' })
    expect(await usedLimit(borrower)).toBe(0n)
  })

  it('is not disbursed if the limit was frozen since then', async () => {
    const borrower = await newBorrower(product)
    const { drawNo } = await borrower.client.api.loans.apply(await readyToApply(borrower))
    await confirmByCode(product, borrower)
    await product.services.database.query(
      `UPDATE limits SET state = 'frozen' WHERE customer_no = $1`,
      [borrower.customer],
    )
    expect(await borrower.client.api.loans.execute({ drawNo })).toEqual({ state: 'failed' })
    expect(await usedLimit(borrower)).toBe(0n)
  })

  it('must be quoted and signed again if the business date has changed', async () => {
    const borrower = await newBorrower(product)
    const { drawNo } = await borrower.client.api.loans.apply(await readyToApply(borrower))
    await confirmByCode(product, borrower)
    await product.services.endOfDay(addDays(await product.services.businessDate(), 1), {
      debits: 'ignore',
    })
    expect(await borrower.client.api.loans.execute({ drawNo })).toEqual({ state: 'failed' })
    expect(await usedLimit(borrower)).toBe(0n)
    expect((await borrower.client.api.loans.result({ drawNo })).reason).toContain('重新试算')
  })
})
