import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { steps, type Step } from '@qingzhou/domain/credit/steps'
import { calls } from '@qingzhou/contract/calls'
import { stepCode } from '@qingzhou/contract/features/credit'
import { expectRefusal, newPhone, signInWith } from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

async function customerAt(application?: {
  step: Step
  channel?: 'payment-app' | 'browser'
  flowBranch?: string
  controlMessage?: string
}): Promise<{ client: Client; customerNo: string }> {
  const client = product.client()
  await signInWith(product, client, newPhone())
  const { customerNo } = await client.api.onboarding.currentUser({})
  if (!application) return { client, customerNo }
  const { step, channel = 'browser', flowBranch = '0', controlMessage } = application
  await product.services.database.query(
    `INSERT INTO applications
       (customer_no, apply_no, channel, step, flow_branch, control_message, opened_at)
     VALUES ($1, 'A1', $2, $3, $4, $5, $6)`,
    [customerNo, channel, step, flowBranch, controlMessage, product.services.now()],
  )
  return { client, customerNo }
}

const facePages: Partial<Record<Step, string>> = {
  faceByChannel: '/apply/creditLiving',
  faceInPage: '/apply/creditFaceH5',
  faceForLoan: '/creditFace/face',
}

describe('the current step', { timeout: 30_000 }, () => {
  it('is the identity card for a customer who has not applied', async () => {
    const { client } = await customerAt()
    expect(await client.api.credit.currentStep({})).toMatchObject({ step: 'identity' })
  })

  it('is never sign-in for a signed-in customer', async () => {
    const { client } = await customerAt({ step: 'signIn' })
    expect(await client.api.credit.currentStep({})).toMatchObject({ step: 'identity' })
  })

  const reached = steps.filter((step) => step !== 'signIn')
  it.each(reached)('is returned as stored, with its page if it has one: %s', async (step) => {
    const channel = step === 'faceByChannel' ? 'payment-app' : 'browser'
    const { client } = await customerAt({ step, channel })
    if (channel === 'payment-app') client.common['extendChannelCode'] = '000000000003'
    const { code, body } = await client.send(calls.credit.currentStep)
    expect(code).toBe('COMCC00000')
    expect(body['pageId']).toBe(stepCode(step))
    expect(body['pageUrl']).toBe(facePages[step])
  })

  it('is the face check of the calling app', async () => {
    const { client } = await customerAt({ step: 'faceByChannel', channel: 'payment-app' })
    expect(await client.api.credit.currentStep({})).toMatchObject({ step: 'faceInPage' })
    client.common['extendChannelCode'] = '000000000003'
    expect(await client.api.credit.currentStep({})).toMatchObject({ step: 'faceByChannel' })
  })

  it('includes the reason only if credit was not granted', async () => {
    const controlMessage = '综合评估未通过，<b>请 90 天后再试</b>'
    const declined = await customerAt({ step: 'notGranted', controlMessage })
    expect(await declined.client.api.credit.currentStep({})).toMatchObject({ controlMessage })
    const waiting = await customerAt({ step: 'underReview', controlMessage })
    expect(await waiting.client.api.credit.currentStep({})).not.toHaveProperty('controlMessage')
  })

  it('skips the review on branch 1 only if stored, whatever branch the caller sends', async () => {
    const invited = await customerAt({ step: 'underReview', flowBranch: '1' })
    expect(await invited.client.api.credit.currentStep({})).toMatchObject({ step: 'limit' })
    const other = await customerAt({ step: 'underReview' })
    const answer = await other.client.api.credit.currentStep({ flowBranch: '1' })
    expect(answer).toMatchObject({ step: 'underReview' })
  })

  it('returns to the identity card once the card has expired', async () => {
    const { client, customerNo } = await customerAt({ step: 'limit' })
    const { database, today, now } = product.services
    await database.query(
      `INSERT INTO id_cards (customer_no, expires_on, saved_at) VALUES ($1, $2, $3)`,
      [customerNo, addDays(today(), -1), now()],
    )
    expect(await client.api.credit.currentStep({})).toMatchObject({ step: 'identity' })
  })

  it('is that of the customer’s newest application, and requires a session', async () => {
    const { client, customerNo } = await customerAt({ step: 'notGranted' })
    await product.services.database.query(
      `INSERT INTO applications (customer_no, apply_no, channel, step, opened_at)
       VALUES ($1, 'A2', 'browser', 'basicInfo', $2)`,
      [customerNo, new Date(product.services.now().getTime() + 1_000)],
    )
    expect(await client.api.credit.currentStep({})).toMatchObject({ step: 'basicInfo' })
    client.common['applyNo'] = 'A1'
    expect(await client.api.credit.currentStep({})).toMatchObject({ step: 'basicInfo' })
    const stranger = product.client().api.credit
    await expectRefusal(stranger.currentStep({}), { kind: 'not-signed-in' })
  })
})
