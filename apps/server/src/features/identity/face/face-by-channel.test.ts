import { describe, expect, it } from 'vitest'
import { providerCallbacks } from '@qingzhou/provider-api/calls'
import { newIdentifiedApplicant, type Applicant } from '#features/identity/testing/applicant.ts'
import { takePassedFace, walletFaceCallback } from '#features/identity/index.ts'
import { expectRefusal, setFault } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { openSession, passSession } from './face-session-store.ts'

const product = startProductForFile()

async function inPaymentApp(): Promise<Applicant> {
  const applicant = await newIdentifiedApplicant(product)
  applicant.client.common['channel'] = '000000000003'
  return applicant
}

async function startFaceCheck({
  client,
}: Applicant): Promise<{ faceSessionNo: string; url: string }> {
  const { identity } = client.api
  const { faceSessionNo } = await identity.openFaceSession({ purpose: 'credit' })
  return { faceSessionNo, url: (await identity.faceStartParams({ faceSessionNo })).url }
}

/** The person's decision on the page of the payment app. */
async function decide(url: string, decision: 'pass' | 'fail' | 'cancel'): Promise<string | null> {
  const ticket = new URL(url, 'http://own.example').searchParams.get('ticket') ?? ''
  const response = await fetch(`${product.sandbox.url}/wallet/face-decide`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ticket, decision }),
  })
  expect(response.status).toBe(303)
  return response.headers.get('location')
}

async function stepOf({ client }: Applicant): Promise<string> {
  return (await client.api.credit.currentStep({})).step
}

async function orderOf({ customer }: Applicant): Promise<string> {
  const [row] = await product.services.database.query<{ order_no: string }>(
    `SELECT order_no FROM face_orders WHERE customer_no = $1 ORDER BY ordered_at DESC LIMIT 1`,
    [customer],
  )
  return row?.order_no ?? ''
}

describe('a face check in the payment app', { timeout: 60_000 }, () => {
  it('is pending until decided, returns to our page, and passes', async () => {
    const applicant = await inPaymentApp()
    const { faceSessionNo, url } = await startFaceCheck(applicant)
    expect(url).toMatch(/^\/sandbox\/wallet\/face-check\?ticket=/)
    const { identity } = applicant.client.api
    expect(await identity.faceResult({ faceSessionNo })).toEqual({ outcome: 'pending' })
    expect(await decide(url, 'pass')).toContain(`/#/apply/faceSuc?faceSessionNo=${faceSessionNo}`)
    expect(await identity.faceResult({ faceSessionNo })).toEqual({ outcome: 'passed' })
    expect(await stepOf(applicant)).toBe('bindCardForCredit')
  })

  it('[7.121] is one check however often it is started, and redirects to our page once it has passed', async () => {
    const applicant = await inPaymentApp()
    const { faceSessionNo, url } = await startFaceCheck(applicant)
    expect(await startFaceCheck(applicant)).toEqual({ faceSessionNo, url })
    await decide(url, 'pass')
    const again = await applicant.client.api.identity.faceStartParams({ faceSessionNo })
    expect(again.url).toBe(`/#/apply/faceSuc?faceSessionNo=${faceSessionNo}`)
    expect(await stepOf(applicant)).toBe('bindCardForCredit')
  })

  it('is counted if it failed, but not if it was cancelled', async () => {
    const applicant = await inPaymentApp()
    const { identity } = applicant.client.api
    const first = await startFaceCheck(applicant)
    await decide(first.url, 'cancel')
    const { faceSessionNo } = first
    const cancelled = { outcome: 'failed', reason: 'cancelled', attemptsLeft: 5 }
    expect(await identity.faceResult({ faceSessionNo })).toEqual(cancelled)
    const second = await startFaceCheck(applicant)
    expect(second.url).not.toBe(first.url)
    await decide(second.url, 'fail')
    const failed = { outcome: 'failed', reason: 'noMatch', attemptsLeft: 4 }
    expect(await identity.faceResult({ faceSessionNo })).toEqual(failed)
  })

  it('leads to the page of a failed check until the next attempt starts', async () => {
    const applicant = await inPaymentApp()
    const { credit, identity } = applicant.client.api
    const { faceSessionNo, url } = await startFaceCheck(applicant)
    await decide(url, 'fail')
    await identity.faceResult({ faceSessionNo })
    const step = 'faceByChannel'
    expect(await credit.currentStep({})).toEqual({ step, pageUrl: '/apply/faceFail' })
    await startFaceCheck(applicant)
    expect(await credit.currentStep({})).toEqual({ step, pageUrl: '/apply/creditLiving' })
  })

  it('moves the application on by callback, however often it is repeated', async () => {
    const applicant = await inPaymentApp()
    const { url } = await startFaceCheck(applicant)
    const orderNo = await orderOf(applicant)
    const notice = () => walletFaceCallback(product.services, { orderNo })
    await notice()
    expect(await stepOf(applicant)).toBe('faceByChannel')
    await decide(url, 'pass')
    await Promise.all([notice(), notice(), notice()])
    await notice()
    expect(await stepOf(applicant)).toBe('bindCardForCredit')
    await walletFaceCallback(product.services, { orderNo: 'unknown-order' })
  })

  it('is reported by the payment app’s own callback', async () => {
    await product.listen()
    const applicant = await inPaymentApp()
    const { url } = await startFaceCheck(applicant)
    await decide(url, 'pass')
    await expect.poll(() => stepOf(applicant), { timeout: 10_000 }).toBe('bindCardForCredit')
  })

  it('ignores a callback without a valid signature', async () => {
    const applicant = await inPaymentApp()
    await startFaceCheck(applicant)
    const response = await product.app.inject({
      method: 'POST',
      url: providerCallbacks.walletFace.path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ orderNo: await orderOf(applicant), state: 'passed' }),
    })
    expect(response.statusCode).toBe(401)
    expect(await stepOf(applicant)).toBe('faceByChannel')
  })

  it('does not use up an attempt while the payment app is down, and completes afterwards', async () => {
    const applicant = await inPaymentApp()
    const { identity } = applicant.client.api
    await setFault(product, { provider: 'wallet', failNext: 1 })
    await expectRefusal(startFaceCheck(applicant), { kind: 'outside-unavailable' })
    const { attemptsLeft } = await identity.openFaceSession({ purpose: 'credit' })
    expect(attemptsLeft).toBe(5)
    const { faceSessionNo, url } = await startFaceCheck(applicant)
    await decide(url, 'pass')
    await setFault(product, { provider: 'wallet', down: true })
    expect(await identity.faceResult({ faceSessionNo })).toEqual({ outcome: 'pending' })
    const again = identity.faceStartParams({ faceSessionNo })
    await expectRefusal(again, { kind: 'outside-unavailable' })
    await setFault(product, { provider: 'wallet', down: false })
    expect(await identity.faceResult({ faceSessionNo })).toEqual({ outcome: 'passed' })
  })

  it('expires after half an hour without using up an attempt', async () => {
    const applicant = await inPaymentApp()
    const { faceSessionNo } = await startFaceCheck(applicant)
    product.advance(1_801)
    const result = await applicant.client.api.identity.faceResult({ faceSessionNo })
    expect(result).toEqual({ outcome: 'failed', reason: 'expired', attemptsLeft: 5 })
  })
})

/** A passed face check for a draw, and a function that uses it up. */
async function passFaceCheck(businessNo: string) {
  const { customer } = await newIdentifiedApplicant(product)
  const { database } = product.services
  const session = { customer, purpose: 'loan' as const, businessNo, faceSessionNo: businessNo }
  await openSession(database, product.services, session)
  await database.inTransaction((tx) => passSession(tx, product.services, session))
  const take = (check = session) =>
    database.inTransaction((tx) => takePassedFace(tx, product.services, check))
  return { session, take }
}

describe('a passed face check', { timeout: 30_000 }, () => {
  it('is valid once, and only for its business number', async () => {
    const { session, take } = await passFaceCheck('draw-1')
    expect(await take({ ...session, businessNo: 'draw-2' })).toBe(false)
    const taken = await Promise.all([take(), take(), take()])
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await take()).toBe(false)
  })

  it('is void after half an hour', async () => {
    const { take } = await passFaceCheck('draw-3')
    product.advance(1_801)
    expect(await take()).toBe(false)
  })
})
