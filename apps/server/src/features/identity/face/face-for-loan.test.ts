import { describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { drawParam } from '@qingzhou/contract/wire/params'
import {
  confirmByCode,
  newBorrower,
  readyToApply,
  type TestBorrower,
} from '#features/loans/testing/borrower.ts'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

/** A draw that requires a face check. */
async function largeDraw(): Promise<{ borrower: TestBorrower; drawNo: string }> {
  const borrower = await newBorrower(product)
  const request = await readyToApply(borrower, { amount: fen(20_100_00n) })
  const { drawNo } = await borrower.client.api.loans.apply(request)
  borrower.client.common['channel'] = '000000000003'
  return { borrower, drawNo }
}

async function passInPaymentApp({ client }: TestBorrower, businessNo: string): Promise<void> {
  const { identity } = client.api
  const { faceSessionNo } = await identity.openFaceSession({ purpose: 'loan', businessNo })
  const { url } = await identity.faceStartParams({ faceSessionNo })
  const ticket = new URL(url, 'http://own.example').searchParams.get('ticket') ?? ''
  const response = await fetch(`${product.sandbox.url}/wallet/face-decide`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ticket, decision: 'pass' }),
  })
  expect(response.headers.get('location')).toContain(
    `/#/creditFace/face?faceSessionNo=${faceSessionNo}&${drawParam}=${businessNo}`,
  )
  expect(await identity.faceResult({ faceSessionNo })).toEqual({ outcome: 'passed' })
}

/** Records that a borrower's card was replaced some days ago. */
async function replaceCard({ customer }: TestBorrower, what: 'idCard' | 'renewal', days: number) {
  const { database, today } = product.services
  await database.query(
    `INSERT INTO id_card_history VALUES ($1, $2, '', 'f', 'b', now(), now(), $3, $2, $4, false, false)`,
    [customer, what, addDays(today(), -days), what === 'renewal' ? null : 'lost'],
  )
}

describe('the face check for a draw', { timeout: 60_000 }, () => {
  it('is bound to this draw, allows it to run, and does not change the application', async () => {
    const { borrower, drawNo } = await largeDraw()
    const { loans, credit } = borrower.client.api
    await confirmByCode(product, borrower)
    await expectRefusal(loans.execute({ drawNo }), { kind: 'verification-needed' })
    const before = await credit.currentStep({})
    await passInPaymentApp(borrower, drawNo)
    expect(await loans.execute({ drawNo })).toEqual({ state: 'processing' })
    expect(await credit.currentStep({})).toEqual(before)
  })

  it('is refused for another customer’s draw and for a draw that does not need it', async () => {
    const { drawNo } = await largeDraw()
    const stranger = await newBorrower(product)
    const { identity, loans } = stranger.client.api
    const notReached = { kind: 'step-not-reached' } as const
    const ofAnother = identity.openFaceSession({ purpose: 'loan', businessNo: drawNo })
    await expectRefusal(ofAnother, notReached)
    await expectRefusal(identity.openFaceSession({ purpose: 'loan' }), notReached)
    const small = await loans.apply(await readyToApply(stranger))
    const ofSmall = identity.openFaceSession({ purpose: 'loan', businessNo: small.drawNo })
    await expectRefusal(ofSmall, notReached)
  })

  it('is not accepted while the card on file is new', async () => {
    const { borrower, drawNo } = await largeDraw()
    const { loans } = borrower.client.api
    await confirmByCode(product, borrower)
    await passInPaymentApp(borrower, drawNo)
    await replaceCard(borrower, 'idCard', 2)
    const opensOn = addDays(product.services.today(), 1)
    const tooNew = { kind: 'card-too-new', opensOn } as const
    await expectRefusal(loans.execute({ drawNo }), tooNew)
    const another = await readyToApply(borrower, { amount: fen(20_200_00n) })
    await expectRefusal(loans.apply(another), tooNew)
  })

  it('is accepted again once the owner of the card had some days to object', async () => {
    const borrower = await newBorrower(product)
    await replaceCard(borrower, 'idCard', 3)
    await replaceCard(borrower, 'renewal', 0)
    const request = await readyToApply(borrower, { amount: fen(20_100_00n) })
    expect(await borrower.client.api.loans.apply(request)).toMatchObject({
      verification: ['sms', 'face'],
    })
  })
})
