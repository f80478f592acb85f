import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMonths } from '@qingzhou/domain/calendar/local-date'
import { steps, type Step } from '@qingzhou/domain/credit/steps'
import { calls } from '@qingzhou/contract/calls'
import { stepCode } from '@qingzhou/contract/features/credit'
import {
  cardWith,
  newIdentifiedApplicant,
  newIdNumber,
  onAnotherPhone,
} from '#features/identity/testing/applicant.ts'
import {
  expectRefusal,
  newPhone,
  setFault,
  signInWith,
} from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'
import {
  agreedTexts,
  atConfirmation,
  basic,
  company,
  happens,
  openApplication,
} from './testing/applying.ts'

const product = startProductForFile()

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
    `INSERT INTO credit_applications
       (customer_no, application_no, channel, step, flow_branch, control_message, opened_at)
     VALUES ($1, 'A1', $2, $3, $4, $5, $6)`,
    [customerNo, channel, step, flowBranch, controlMessage, product.services.now()],
  )
  return { client, customerNo }
}

const facePages: Partial<Record<Step, string>> = {
  faceByChannel: '/apply/creditLiving',
  faceInPage: '/apply/creditFaceH5',
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
  it.each(reached)(
    '[2.191, 4.007, 7.022] is returned as stored, with its page if it has one: %s',
    async (step) => {
      const channel = step === 'faceByChannel' ? 'payment-app' : 'browser'
      const { client } = await customerAt({ step, channel })
      if (channel === 'payment-app') client.common['channel'] = '000000000003'
      const { code, body } = await client.send(calls.credit.currentStep)
      expect(code).toBe('COMCC00000')
      expect(body['pageId']).toBe(stepCode(step))
      expect(body['pageUrl']).toBe(facePages[step])
    },
  )

  it('is the face check of the calling app', async () => {
    const { client } = await customerAt({ step: 'faceByChannel', channel: 'payment-app' })
    expect(await client.api.credit.currentStep({})).toMatchObject({ step: 'faceInPage' })
    // The channel of a link says nothing of the app it is opened in.
    client.common['extendChannelCode'] = '000000000003'
    expect(await client.api.credit.currentStep({})).toMatchObject({ step: 'faceInPage' })
    client.common['extendChannelCode'] = '000000000004'
    client.common['channel'] = '000000000003'
    expect(await client.api.credit.currentStep({})).toMatchObject({ step: 'faceByChannel' })
    // A page that sends no channel of its own is known by its user agent.
    delete client.common['channel']
    expect(await client.api.credit.currentStep({})).toMatchObject({ step: 'faceInPage' })
    client.headers['user-agent'] = 'Mozilla/5.0 (iPhone) AlipayClient/10.5.0'
    expect(await client.api.credit.currentStep({})).toMatchObject({ step: 'faceByChannel' })
  })

  it('includes the reason only if credit was not granted', async () => {
    const controlMessage = '综合评估未通过，<b>请 90 天后再试</b>'
    const declined = await customerAt({ step: 'notGranted', controlMessage })
    expect(await declined.client.api.credit.currentStep({})).toMatchObject({ controlMessage })
    const waiting = await customerAt({ step: 'underReview', controlMessage })
    expect(await waiting.client.api.credit.currentStep({})).not.toHaveProperty('controlMessage')
  })

  it('[4.027] skips the review on branch 1 only if stored, whatever branch the caller sends', async () => {
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
      `INSERT INTO credit_applications (customer_no, application_no, channel, step, opened_at)
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

/** Formats 2027-02-13 as the messages do. */
function chineseDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year} 年 ${month} 月 ${date} 日`
}

describe('the current step of a refused application', { timeout: 60_000 }, () => {
  beforeAll(() => setFault(product, { provider: 'bureau', settleMs: 0, silent: true }))

  it('names the reason: a full-time student', async () => {
    const applicant = await atConfirmation(product)
    const { client } = applicant
    await client.api.profile.save({ part: 'company', ...company, position: '13' })
    await client.api.credit.submit({ agreed: await agreedTexts(client) })
    await product.runTasks()
    const opensOn = chineseDay(addDays(product.services.today(), 180))
    await expectRefusal(client.api.credit.currentStep({}), {
      kind: 'application-refused',
      message: `暂不向在校学生提供借款，本次申请暂未通过。毕业并有稳定收入后，您可在 ${opensOn}起重新申请。`,
    })
  })

  it('names the reason: an age that no later date changes', async () => {
    // Sixty on the day of the submission, and a year older on the day of the decision.
    const birth = addMonths(addDays(product.services.today(), 1), -61 * 12)
    const no = newIdNumber({ birth: birth.replaceAll('-', '') })
    const applicant = await newIdentifiedApplicant(product, { card: cardWith({ no }) })
    const { client } = applicant
    await openApplication(client)
    await happens(product, applicant, 'face-passed', 'card-bound')
    await client.api.profile.save({ part: 'basic', ...basic })
    await client.api.profile.save({ part: 'company', ...company })
    await client.api.credit.submit({ agreed: await agreedTexts(client) })
    product.advance(86_400)
    await product.runTasks()
    const later = await onAnotherPhone(product, applicant)
    await expectRefusal(later.client.api.credit.currentStep({}), {
      kind: 'application-refused',
      message: '本产品面向 18 至 60 周岁的客户，您的年龄不在可申请范围内，本次申请暂未通过。',
    })
  })
})
