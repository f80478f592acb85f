import { describe, expect, it } from 'vitest'
import {
  cardWith,
  newIdentifiedApplicant,
  photograph,
  type Applicant,
} from '#features/identity/testing/applicant.ts'
import {
  checkUnsurely,
  findFaceItem,
  readFaceQueue,
} from '#features/identity/testing/unsure-face.ts'
import { expectRefusal, messagesTo } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { runTasks } from '#testing/run-tasks.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'

const product = startProductForFile()

async function unsure(applicant: Applicant) {
  const checked = await checkUnsurely(product, applicant)
  expect(checked.result).toEqual({ outcome: 'review' })
  return checked
}

/** The number of the one check in the queue that belongs to a customer. */
async function itemNoOf(reviewer: TestStaff, applicant: Applicant): Promise<string> {
  return (await findFaceItem(reviewer, applicant))?.itemNo ?? ''
}

async function newestMessage({ phone }: Applicant): Promise<string> {
  await runTasks(product.services)
  return (await messagesTo(product, phone))[0]?.text ?? ''
}

const inReview = { step: 'faceInPage', pageUrl: '/apply/faceReview' }
const CLOSED = '该件已有结论'

describe('a face check that the service is unsure about', { timeout: 60_000 }, () => {
  it('waits for a reviewer, cannot be repeated meanwhile, and passes when one approves', async () => {
    const applicant = await newIdentifiedApplicant(product)
    const reviewer = await newStaff(product, ['reviewer'])
    const { faceSessionNo, answer } = await unsure(applicant)
    const { identity, credit } = applicant.client.api
    expect(await credit.currentStep({})).toMatchObject(inReview)
    expect(await identity.faceResult({ faceSessionNo })).toEqual({ outcome: 'review' })
    expect(await identity.faceResult(answer)).toEqual({ outcome: 'review' })
    const again = { kind: 'face-in-review' } as const
    expect((await identity.openFaceSession({ purpose: 'credit' })).faceSessionNo).toBe(
      faceSessionNo,
    )
    await expectRefusal(identity.faceChallenge({ faceSessionNo }), again)

    const { review, decideReview } = reviewer.client.api['console-queues']
    const itemNo = await itemNoOf(reviewer, applicant)
    const { face, evidence, queue } = await review({ itemNo })
    expect([evidence, queue?.kind]).toEqual([undefined, 'face'])
    expect(face).toMatchObject({ distance: 0.52, isOwn: false, name: '**禾' })
    for (const url of [face?.portrait, ...(face?.frames ?? [])]) {
      const cookie = [...reviewer.client.cookies].map((pair) => pair.join('=')).join('; ')
      const { statusCode } = await product.app.inject({ url: url ?? '', headers: { cookie } })
      expect(statusCode).toBe(200)
    }
    expect(face?.frames).toHaveLength(1)
    await decideReview({ itemNo, verdict: 'approved' })
    expect((await credit.currentStep({})).step).toBe('bindCardForCredit')
    expect(await identity.faceResult({ faceSessionNo })).toEqual({ outcome: 'passed' })
    expect(await newestMessage(applicant)).toContain('您的人脸核验已通过人工审核')
    expect(await readFaceQueue(reviewer)).toEqual([])
    expect((await review({ itemNo })).face?.decision).toMatchObject({ verdict: 'approved' })
    await expect(decideReview({ itemNo, verdict: 'refused', reason: '不一致' })).rejects.toThrow(
      CLOSED,
    )
  })

  it('is refused with a reason that the customer reads, and may then be repeated', async () => {
    const applicant = await newIdentifiedApplicant(product)
    const [one, other] = [
      await newStaff(product, ['reviewer']),
      await newStaff(product, ['reviewer']),
    ]
    const { faceSessionNo } = await unsure(applicant)
    const itemNo = await itemNoOf(one, applicant)
    const decide = (by: TestStaff, reason?: string) =>
      by.client.api['console-queues'].decideReview({
        itemNo,
        verdict: 'refused',
        ...(reason !== undefined && { reason }),
      })
    await expectRefusal(decide(one), { kind: 'reason-needed' })
    const reason = '<b>画面过暗</b>，请在明亮处重新核验。'
    const ends = await Promise.allSettled([decide(one, reason), decide(other, reason)])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])

    const { identity, credit } = applicant.client.api
    expect(await identity.faceResult({ faceSessionNo })).toEqual({
      outcome: 'failed',
      reason: 'refusedByReview',
      message: reason,
      attemptsLeft: 4,
    })
    expect(await credit.currentStep({})).toMatchObject({ pageUrl: '/apply/faceFail' })
    expect(await newestMessage(applicant)).toContain(
      '原因：<b>画面过暗</b>，请在明亮处重新核验。请登录后',
    )
    await unsure(applicant)
  })

  it('is left to another reviewer by the customer’s own account', async () => {
    const applicant = await newIdentifiedApplicant(product)
    const own = await newStaff(product, ['reviewer'], { phone: applicant.phone })
    await unsure(applicant)
    const itemNo = await itemNoOf(own, applicant)
    const { review, decideReview } = own.client.api['console-queues']
    expect((await review({ itemNo })).face?.isOwn).toBe(true)
    await expectRefusal(decideReview({ itemNo, verdict: 'approved' }), { kind: 'own-loan' })
    expect(await applicant.client.api.credit.currentStep({})).toMatchObject(inReview)
  })

  it('leaves the queue once another card is saved, and a new check begins', async () => {
    const applicant = await newIdentifiedApplicant(product)
    const reviewer = await newStaff(product, ['reviewer'])
    await unsure(applicant)
    const itemNo = await itemNoOf(reviewer, applicant)
    await photograph(product, applicant)
    await applicant.client.api.identity.saveIdCard(cardWith())
    expect(await readFaceQueue(reviewer)).not.toContainEqual(expect.objectContaining({ itemNo }))
    const { decideReview } = reviewer.client.api['console-queues']
    await expect(decideReview({ itemNo, verdict: 'approved' })).rejects.toThrow(CLOSED)
    await unsure(applicant)
    expect(await itemNoOf(reviewer, applicant)).not.toBe(itemNo)
  })

  it('keeps its frames as files of the customer', async () => {
    const applicant = await newIdentifiedApplicant(product)
    await unsure(applicant)
    product.advance(2 * 3600)
    await product.services.files.sweep()
    const rows = await product.services.database.query<{ kind: string }>(
      `SELECT kind FROM files WHERE customer_no = $1 AND kind = 'face-frame'`,
      [applicant.customer],
    )
    expect(rows).toHaveLength(1)
  })
})
