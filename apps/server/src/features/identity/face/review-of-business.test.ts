import { describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { newIdentifiedApplicant, type Applicant } from '#features/identity/testing/applicant.ts'
import {
  checkUnsurely,
  findFaceItem,
  readFaceQueue,
} from '#features/identity/testing/unsure-face.ts'
import {
  confirmByCode,
  newBorrower,
  readyToApply,
  type TestBorrower,
} from '#features/loans/testing/borrower.ts'
import {
  expectRefusal,
  latestCode,
  messagesTo,
  newPhone,
} from '#features/onboarding/testing/visitor.ts'
import { findLimit } from '@qingzhou/lending/index'
import { saveForm } from '#features/profile/profile-store.ts'
import { start } from '#features/profile/testing/phone-changer.ts'
import {
  contacts,
  matchBorrower,
  newLatePayer,
  newSignRequest,
  savePlanChoice,
} from '#features/restructure/testing/late-payer.ts'
import { startProductForFile } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'

const product = startProductForFile()

async function drawInReview(amount = 20_100_00n) {
  const borrower = await newBorrower(product)
  const request = await readyToApply(borrower, { amount: fen(amount) })
  const { drawNo } = await borrower.client.api.loans.apply(request)
  const check = { purpose: 'loan', businessNo: drawNo } as const
  return { borrower, drawNo, ...(await checkUnsurely(product, borrower, check)) }
}

async function decide(
  reviewer: TestStaff,
  applicant: Pick<Applicant, 'customer'>,
  verdict: 'approved' | 'refused' = 'approved',
) {
  const itemNo = (await findFaceItem(reviewer, applicant))?.itemNo ?? ''
  const reason = verdict === 'refused' ? { reason: '画面过暗' } : {}
  await reviewer.client.api['console-queues'].decideReview({ itemNo, verdict, ...reason })
}

async function newestMessage(phone: string): Promise<string> {
  await product.runTasks()
  return (await messagesTo(product, phone))[0]?.text ?? ''
}

const usedLimit = async ({ customer }: TestBorrower) =>
  (await findLimit(product.services.database, customer))?.used

/** The end of the day in Shanghai by the test clock. */
function midnight(): number {
  const day = product.services.today()
  return new Date(`${day}T00:00:00+08:00`).getTime() + 86_400_000
}

describe('an unsure face check of a draw', { timeout: 90_000 }, () => {
  it('keeps the draw open beyond its half hour, and lets it go on once a person approves', async () => {
    const { borrower, drawNo, faceSessionNo, result } = await drawInReview()
    const { loans, credit, identity } = borrower.client.api
    expect(result).toEqual({ outcome: 'review', until: midnight() })
    expect(await loans.result({ drawNo })).toMatchObject({ isFaceInReview: true })
    expect((await credit.limit({})).openDraw).toMatchObject({
      isFaceInReview: true,
      verifyBy: midnight(),
    })
    await confirmByCode(product, borrower)
    await expectRefusal(loans.execute({ drawNo }), { kind: 'verification-needed' })
    product.advance(31 * 60)
    await product.runTasks()
    expect((await loans.result({ drawNo })).state).toBe('verifying')

    const reviewer = await newStaff(product, ['reviewer'])
    const item = await findFaceItem(reviewer, borrower)
    expect(item).toMatchObject({ subject: 'loan', subjectNo: drawNo, amount: 20_100_00n })
    const { face } = await reviewer.client.api['console-queues'].review({
      itemNo: item?.itemNo ?? '',
    })
    expect(face).toMatchObject({ purpose: 'loan', amount: 20_100_00n, needsTwo: false })
    await decide(reviewer, borrower)
    expect(await newestMessage(borrower.phone)).toContain('请在今天 24:00 前登录确认借款')
    expect(await identity.faceResult({ faceSessionNo })).toEqual({ outcome: 'passed' })
    product.advance(40 * 60)
    expect(await loans.result({ drawNo })).not.toHaveProperty('isFaceInReview')
    expect((await loans.result({ drawNo })).verification).toEqual(['sms'])
    await confirmByCode(product, borrower)
    expect(await loans.execute({ drawNo })).toEqual({ state: 'processing' })
  })

  it('is refused with a reason, and may be repeated for the same draw', async () => {
    const { borrower, drawNo, faceSessionNo } = await drawInReview()
    const reviewer = await newStaff(product, ['reviewer'])
    await decide(reviewer, borrower, 'refused')
    const { identity, loans } = borrower.client.api
    const refused = { outcome: 'failed', reason: 'refusedByReview', message: '画面过暗' }
    expect(await identity.faceResult({ faceSessionNo })).toMatchObject(refused)
    expect((await loans.currentStep({ drawNo })).pageUrl).toBe('/apply/faceFail')
    const check = { purpose: 'loan', businessNo: drawNo } as const
    const again = await checkUnsurely(product, borrower, check)
    expect(again.result).toMatchObject({ outcome: 'review' })
  })

  it('leaves the queue with the draw: cancelled, or not decided before the end of its day', async () => {
    const reviewer = await newStaff(product, ['reviewer'])
    const cancelled = await drawInReview()
    const itemNo = (await findFaceItem(reviewer, cancelled.borrower))?.itemNo ?? ''
    await cancelled.borrower.client.api.loans.cancel({ drawNo: cancelled.drawNo })
    expect(await findFaceItem(reviewer, cancelled.borrower)).toBeUndefined()
    const { decideReview } = reviewer.client.api['console-queues']
    const late = decideReview({ itemNo, verdict: 'approved' })
    await expectRefusal(late, { kind: 'review-closed' })

    const lapsed = await drawInReview()
    expect(await usedLimit(lapsed.borrower)).toBe(20_100_00n)
    product.advance((midnight() - product.services.now().getTime()) / 1_000 + 1)
    expect(await newestMessage(lapsed.borrower.phone)).toContain('未在当天完成核验，已自动取消')
    const next = await newStaff(product, ['reviewer'])
    expect(await findFaceItem(next, lapsed.borrower)).toBeUndefined()
    const { loans } = lapsed.borrower.client.api
    expect(await loans.result({ drawNo: lapsed.drawNo })).toMatchObject({ state: 'failed' })
    expect(await usedLimit(lapsed.borrower)).toBe(0n)
  })

  it('needs two members of staff for a large amount, who are two people', async () => {
    const { borrower, drawNo } = await drawInReview(30_100_00n)
    const [one, other] = [
      await newStaff(product, ['reviewer']),
      await newStaff(product, ['reviewer']),
    ]
    const itemNo = (await findFaceItem(one, borrower))?.itemNo ?? ''
    await one.client.api['console-queues'].claimReview({ itemNo })
    await decide(one, borrower)
    const { loans } = borrower.client.api
    expect((await loans.result({ drawNo })).verification).toEqual(['sms', 'face'])
    expect(await findFaceItem(other, borrower)).toMatchObject({ state: 'unclaimed' })
    await expectRefusal(decide(one, borrower), { kind: 'own-approval' })
    const { face } = await other.client.api['console-queues'].review({ itemNo })
    expect(face).toMatchObject({ needsTwo: true, first: { isOwn: false } })
    await decide(other, borrower)
    expect((await loans.result({ drawNo })).verification).toEqual(['sms'])
  })

  it('cannot be decided by a relative of the borrower', async () => {
    const { borrower } = await drawInReview()
    const phone = newPhone()
    const relative = await newStaff(product, ['reviewer'], { phone })
    const fields = { contacts: [{ name: '林晓', relation: '02', mobile: phone }] }
    const form = { customer: borrower.customer, form: 'basic', fields } as const
    const { services } = product
    await services.database.inTransaction((tx) => saveForm(tx, services, form))
    await expectRefusal(decide(relative, borrower), { kind: 'relative-account' })
  })
})

describe('an unsure face check of a plan', { timeout: 90_000 }, () => {
  it('waits at its step with the plan, which can be signed for a day after the approval', async () => {
    const payer = await newLatePayer(product)
    const { restructure } = payer.client.api
    const planNo = await savePlanChoice(payer)
    await matchBorrower(product, payer, planNo)
    await restructure.saveContacts({ part: 'contacts', planNo, contacts })
    await restructure.saveContacts({ part: 'card', planNo, cardId: payer.card.cardId })
    await checkUnsurely(product, payer, { purpose: 'plan', businessNo: planNo })
    const openPlan = async () => (await restructure.bills({})).openPlan
    expect(await openPlan()).toMatchObject({ step: 'face', isFaceInReview: true })
    product.advance(20 * 3_600)
    expect(await openPlan()).toMatchObject({ step: 'face', isFaceInReview: true })
    await decide(await newStaff(product, ['reviewer']), payer)
    expect(await newestMessage(payer.phone)).toContain('请在 24 小时内登录继续办理')
    product.advance(3 * 3_600)
    expect(await openPlan()).toMatchObject({ step: 'sign' })
    const { loanNo } = await restructure.sign(await newSignRequest(payer, { planNo, months: 12 }))
    expect(loanNo).toBeTruthy()
  })

  it('ends when no person decides within two days', async () => {
    const payer = await newLatePayer(product)
    const { restructure } = payer.client.api
    const planNo = await savePlanChoice(payer)
    await matchBorrower(product, payer, planNo)
    await restructure.saveContacts({ part: 'contacts', planNo, contacts })
    await restructure.saveContacts({ part: 'card', planNo, cardId: payer.card.cardId })
    const { faceSessionNo } = await checkUnsurely(product, payer, {
      purpose: 'plan',
      businessNo: planNo,
    })
    const itemNo = (await findFaceItem(await newStaff(product, ['reviewer']), payer))?.itemNo ?? ''
    product.advance(48 * 3_600 + 1)
    const reviewer = await newStaff(product, ['reviewer'])
    const { decideReview } = reviewer.client.api['console-queues']
    await expectRefusal(decideReview({ itemNo, verdict: 'approved' }), { kind: 'review-closed' })
    expect(await newestMessage(payer.phone)).toContain('未能按时完成人工审核')
    expect((await readFaceQueue(reviewer)).map((row) => row.itemNo)).not.toContain(itemNo)
    const rows = await product.services.database.query<{ reason: string }>(
      `SELECT reason FROM face_attempts WHERE face_session_no = $1`,
      [faceSessionNo],
    )
    expect(rows).toEqual([{ reason: 'expired' }])
  })
})

describe('an unsure face check of a phone change', { timeout: 90_000 }, () => {
  it('keeps the change open, needs two people, and tells the new phone', async () => {
    const mover = { ...(await newIdentifiedApplicant(product)), newPhone: newPhone() }
    const { changeNo, proven } = await start(mover, { way: 'identity' })
    expect(proven).toBe('nothing')
    const { name, no } = mover.card
    const purpose = { purpose: 'phone', businessNo: changeNo } as const
    await mover.client.api.identity.matchCustomer({ name, no, ...purpose })
    await checkUnsurely(product, mover, purpose)
    product.advance(3_600)
    expect(await start(mover, { way: 'identity' })).toMatchObject({ changeNo, proven: 'review' })
    const { profile } = mover.client.api
    const early = await latestCode(product, mover.newPhone)
    await expectRefusal(profile.confirmPhoneChange({ changeNo, newCode: early }), {
      kind: 'verification-needed',
    })
    await decide(await newStaff(product, ['reviewer']), mover)
    expect(await start(mover, { way: 'identity' })).toMatchObject({ proven: 'review' })
    await decide(await newStaff(product, ['reviewer']), mover)
    expect(await newestMessage(mover.newPhone)).toContain('请在 24 小时内登录继续办理')
    product.advance(3_600)
    expect(await start(mover, { way: 'identity' })).toMatchObject({ changeNo, proven: 'face' })
    const newCode = await latestCode(product, mover.newPhone)
    await profile.confirmPhoneChange({ changeNo, newCode })
  })

  it('leaves the queue when another change begins', async () => {
    const mover = { ...(await newIdentifiedApplicant(product)), newPhone: newPhone() }
    const { changeNo } = await start(mover, { way: 'identity' })
    const { name, no } = mover.card
    const purpose = { purpose: 'phone', businessNo: changeNo } as const
    await mover.client.api.identity.matchCustomer({ name, no, ...purpose })
    await checkUnsurely(product, mover, purpose)
    const reviewer = await newStaff(product, ['reviewer'])
    expect(await findFaceItem(reviewer, mover)).toMatchObject({ subject: 'phone' })
    await start({ ...mover, newPhone: newPhone() }, { way: 'identity' })
    expect(await findFaceItem(reviewer, mover)).toBeUndefined()
  })
})
