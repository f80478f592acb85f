import { beforeEach, describe, expect, it } from 'vitest'
import type { BasicInfo, CompanyInfo } from '@qingzhou/contract/features/profile'
import { fen } from '@qingzhou/domain/money/money'
import { findLimit } from '@qingzhou/lending/index'
import type { Applicant } from '#features/identity/testing/applicant.ts'
import {
  expectRefusal,
  messagesTo,
  setFault,
  signInWith,
} from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'
import { agreedTexts, atBasicInfo, basic, company, openApplication } from '../testing/applying.ts'
import { explainDecision, replayDecision } from '../replay-decision.ts'

const product = startProductForFile()
beforeEach(() => setFault(product, { provider: 'bureau', settleMs: 0, silent: true, unsure: true }))

/** A high income in public service: the rules give 50,000 at most, so two people decide. */
const wealthy = { basic: { education: '06' }, company: { position: '08', income: '08' } } as const

/** An applicant whose bureau score is close to the lowest that is accepted. */
async function newReferred(
  change: { basic?: Partial<BasicInfo>; company?: Partial<CompanyInfo> } = {},
): Promise<Applicant & { readonly applyNo: string }> {
  const applicant = await atBasicInfo(product)
  const { profile, credit } = applicant.client.api
  await profile.save({ part: 'basic', ...basic, ...change.basic })
  await profile.save({ part: 'company', ...company, ...change.company })
  await credit.submit({ agreed: await agreedTexts(applicant.client) })
  await product.runTasks()
  const [row] = await product.services.database.query<{ application_no: string }>(
    `SELECT application_no FROM credit_referrals WHERE customer_no = $1`,
    [applicant.customer],
  )
  return { ...applicant, applyNo: row?.application_no ?? '' }
}

const queueOf = ({ client }: TestStaff) => client.api['console-queues']

async function findItem(reviewer: TestStaff, { applyNo }: { readonly applyNo: string }) {
  const { rows } = await queueOf(reviewer).reviews({
    filters: { kind: 'credit' },
    sort: { by: 'since', order: 'up' },
    limit: 50,
  })
  return rows.find((row) => row.itemNo === applyNo)
}

const newestMessage = async (phone: string) => (await messagesTo(product, phone))[0]?.text ?? ''
const totalOf = async ({ customer }: Applicant) =>
  (await findLimit(product.services.database, customer))?.granted

describe('an application that the rules refer', { timeout: 90_000 }, () => {
  it('[U13] waits for a person, who sees the decision rule by rule; the borrower is told by SMS', async () => {
    const applicant = await newReferred()
    const { applyNo, client, phone } = applicant
    expect(await client.api.credit.currentStep({})).toMatchObject({ step: 'underReview' })
    const { review } = await client.api.credit.progress({})
    expect(review?.at(-1)).toMatchObject({ stage: 'person', state: 'now' })
    expect(await messagesTo(product, phone)).not.toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('额度申请') }),
    )

    const reviewer = await newStaff(product, ['reviewer'])
    expect(await findItem(reviewer, applicant)).toMatchObject({
      kind: 'credit',
      customer: applicant.customer,
      amount: fen(14_000_00n),
      state: 'unclaimed',
    })
    await queueOf(reviewer).claimReview({ itemNo: applyNo })
    const { credit } = await queueOf(reviewer).review({ itemNo: applyNo })
    expect(credit).toMatchObject({
      amountMax: fen(14_000_00n),
      isOwn: false,
      known: { monthlyIncome: 10_000_00n, report: { score: 508 } },
      explained: { outcome: 'referred', grade: 'D', reasons: ['bureau-score-near-lowest'] },
    })
    expect(credit?.explained.rules).toContainEqual({
      rule: 'bureau-score-near-lowest',
      isPassed: false,
    })
    expect(credit?.explained.rules).toContainEqual({ rule: 'owes-too-much', isPassed: true })

    await queueOf(reviewer).decideReview({
      itemNo: applyNo,
      verdict: 'approved',
      amount: fen(12_000_00n),
    })
    await product.runTasks()
    expect(await client.api.credit.limit({})).toMatchObject({ total: 12_000_00n })
    expect(await newestMessage(phone)).toContain('可用额度 12,000.00 元')
    expect(await findItem(reviewer, applicant)).toBeUndefined()
    expect(await replayDecision(product.services, applyNo)).toMatchObject({ differences: [] })
    expect(await explainDecision(product.services, applyNo)).toContainEqual(
      expect.stringMatching(/^Review by a person: approved by .*, 12,000.00 yuan$/),
    )
  })

  it('[U14] is refused for a ground of the list, with the day to apply again', async () => {
    const { applyNo, client, phone } = await newReferred()
    const { decideReview, review } = queueOf(await newStaff(product, ['reviewer']))
    await expectRefusal(decideReview({ itemNo: applyNo, verdict: 'refused' }), {
      kind: 'reason-needed',
    })
    await decideReview({ itemNo: applyNo, verdict: 'refused', ground: 'income-not-plausible' })
    await product.runTasks()
    expect(await client.api.credit.currentStep({})).toMatchObject({
      step: 'notGranted',
      controlMessage: expect.stringMatching(/^您填写的收入暂无法核实，.*起重新申请。$/),
    })
    expect(await newestMessage(phone)).toContain('起重新申请')
    expect((await review({ itemNo: applyNo })).credit?.decision).toMatchObject({
      verdict: 'refused',
      ground: 'income-not-plausible',
    })
    await expectRefusal(
      decideReview({ itemNo: applyNo, verdict: 'approved', amount: fen(10_000_00n) }),
      { kind: 'review-closed' },
    )
  })

  it('[U14] is never approved above the limit of the rules, or by who is not to decide', async () => {
    const applicant = await newReferred()
    const itemNo = applicant.applyNo
    const reviewer = await newStaff(product, ['reviewer'])
    const { decideReview } = queueOf(reviewer)
    for (const amount of [fen(14_100_00n), fen(400_00n), fen(1_050_00n), undefined]) {
      await expectRefusal(decideReview({ itemNo, verdict: 'approved', amount }), {
        kind: 'limit-not-offered',
        amountMin: fen(500_00n),
        amountMax: fen(14_000_00n),
        step: fen(100_00n),
      })
    }
    await queueOf(reviewer).claimReview({ itemNo })
    const other = await newStaff(product, ['reviewer'])
    const late = { itemNo, verdict: 'approved', amount: fen(1_000_00n) } as const
    await expectRefusal(queueOf(other).claimReview({ itemNo }), { kind: 'item-claimed' })
    await expectRefusal(queueOf(other).decideReview(late), { kind: 'item-claimed' })
    expect(await totalOf(applicant)).toBeUndefined()
  })

  it('[U14] needs two reviewers above 30,000, and the second may approve less', async () => {
    const applicant = await newReferred(wealthy)
    const itemNo = applicant.applyNo
    const [first, second] = [
      await newStaff(product, ['reviewer']),
      await newStaff(product, ['reviewer']),
    ]
    const approve = (reviewer: TestStaff, amount: bigint) =>
      queueOf(reviewer).decideReview({ itemNo, verdict: 'approved', amount: fen(amount) })
    await approve(first, 45_000_00n)
    expect(await totalOf(applicant)).toBeUndefined()
    expect(await findItem(second, applicant)).toMatchObject({ state: 'unclaimed' })
    await expectRefusal(approve(first, 45_000_00n), { kind: 'own-approval' })
    await expectRefusal(approve(second, 46_000_00n), {
      kind: 'limit-not-offered',
      amountMin: fen(500_00n),
      amountMax: fen(45_000_00n),
      step: fen(100_00n),
    })
    expect((await queueOf(second).review({ itemNo })).credit).toMatchObject({
      amountMax: fen(45_000_00n),
      first: { amount: fen(45_000_00n), isOwn: false },
    })
    await approve(second, 40_000_00n)
    expect(await totalOf(applicant)).toBe(40_000_00n)
  })

  it('is granted once by two reviewers at the same moment', async () => {
    const applicant = await newReferred()
    const both = [await newStaff(product, ['reviewer']), await newStaff(product, ['reviewer'])]
    const review = {
      itemNo: applicant.applyNo,
      verdict: 'approved',
      amount: fen(10_000_00n),
    } as const
    const ends = await Promise.allSettled(both.map((one) => queueOf(one).decideReview(review)))
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await totalOf(applicant)).toBe(10_000_00n)
  })

  it('is not decided again by the task of the decision', async () => {
    const { customer, applyNo, client } = await newReferred()
    await product.services.database.inTransaction((tx) =>
      product.services.tasks.add(tx, {
        kind: 'decide-application',
        payload: { customer, applyNo },
        key: applyNo,
      }),
    )
    await product.runTasks()
    expect(await client.api.credit.currentStep({})).toMatchObject({ step: 'underReview' })
  })

  it('[U15] is refused after five days without a decision, and may be repeated at once', async () => {
    const { applyNo, client, phone } = await newReferred()
    product.advance(5 * 24 * 3_600 + 1)
    const { decideReview } = queueOf(await newStaff(product, ['reviewer']))
    await expectRefusal(
      decideReview({ itemNo: applyNo, verdict: 'approved', amount: fen(1_000_00n) }),
      {
        kind: 'review-closed',
      },
    )
    await product.runTasks()
    expect(await newestMessage(phone)).toContain('暂未通过')
    await signInWith(product, client, phone)
    const { credit } = client.api
    expect(await credit.currentStep({})).toMatchObject({
      step: 'notGranted',
      controlMessage: expect.stringContaining('人工审核未能按时完成'),
    })
    expect((await openApplication(client)).applyNo).not.toBe(applyNo)
  })
})
