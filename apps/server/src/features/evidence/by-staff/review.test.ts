import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announced, partsOf } from '@qingzhou/platform/files/testing/parts'
import { patient } from '#features/identity/testing/applicant.ts'
import { expectRefusal, messagesTo } from '#features/onboarding/testing/visitor.ts'
import {
  handedIn,
  newEvidenceBorrower,
  photo,
  sent,
  stateOf,
  type EvidenceBorrower,
} from '#features/evidence/testing/evidence-borrower.ts'
import { moveDays } from '#features/repayment/testing/payer.ts'
import { Refused } from '@qingzhou/platform/refused'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'
import { reviewEvidence } from './review-evidence.ts'

let product: TestProduct
let operator: TestStaff
let reviewer: TestStaff
let admin: TestStaff
beforeAll(async () => {
  product = await startTestProduct(patient)
  operator = await newStaff(product, ['operator'])
  reviewer = await newStaff(product, ['reviewer'])
  admin = await newStaff(product, ['admin'])
})
afterAll(() => product.stop())

const changed = { kind: 'evidence-changed' } as const
const review = (
  { client }: TestStaff,
  { evidenceNo }: EvidenceBorrower,
  verdict: 'approved' | 'refused',
  round = 1,
) => {
  const reason = verdict === 'refused' ? { reason: '发票看不清' } : {}
  return client.api.staff.reviewEvidence({ evidenceNo, round, verdict, ...reason })
}

/** The staff log entries about one evidence record, oldest first. */
async function acts({ evidenceNo }: EvidenceBorrower): Promise<string[]> {
  const rows = await product.services.database.query<{ act: string; actor: string }>(
    `SELECT act, actor FROM staff_log WHERE about LIKE $1 ORDER BY log_no`,
    [`%${evidenceNo}%`],
  )
  return rows.map(({ act, actor }) => `${act} ${actor}`)
}

describe('evidence lists for staff', { timeout: 60_000 }, () => {
  it('[3.035, 3.036] show the records of a state with counts and masked borrowers', async () => {
    const prover = await newEvidenceBorrower(product)
    const before = await operator.client.api.staff.loansToHandle({ source: 0, pageNo: 1 })
    const found = before.evidenceList.find(({ evidenceNo }) => evidenceNo === prover.evidenceNo)
    expect(found).toMatchObject({ loanNo: prover.loanNo, productNo: '103001' })
    expect(found).not.toHaveProperty('ownPart')
    expect(found?.mobile).toBe(`${prover.phone.slice(0, 3)}****${prover.phone.slice(-4)}`)
    expect(found?.borrowerName).toMatch(/^\*+\p{Script=Han}$/u)
    await handedIn(prover)
    const after = await operator.client.api.staff.loansToHandle({ source: 1, pageNo: 1 })
    expect(after.evidenceList[0]?.evidenceNo).toBe(prover.evidenceNo)
    expect(after.counts.toUpload).toBe(before.counts.toUpload - 1)
    const ofRelief = await operator.client.api.staff.loansToHandle({
      source: 1,
      subject: 'relief',
      pageNo: 1,
    })
    expect(ofRelief).toEqual({
      evidenceList: [],
      counts: { toUpload: 0, toReview: 0, approved: 0, refused: 0, invalid: 0 },
      hasMore: false,
    })
    expect(await acts(prover)).toContain(`list-evidence ${operator.staffNo}`)
  })

  it('show one record with its files and history, and log the access', async () => {
    const prover = await newEvidenceBorrower(product)
    const file = await handedIn(prover)
    const { evidenceNo } = prover
    const seen = await reviewer.client.api.staff.evidence({ evidenceNo })
    expect(seen.files).toMatchObject([{ fileNo: file.fileNo, by: 'borrower' }])
    expect(seen.evidence).toMatchObject({ state: 'toReview', round: 1, filesCount: 1 })
    expect(seen.principalLeft).toBe(seen.evidence.amount)
    expect(seen.history).toMatchObject([{ act: 'submitted', by: '借款人', round: 1 }])
    expect(await acts(prover)).toEqual([`look-at-evidence ${reviewer.staffNo}`])
    await expectRefusal(reviewer.client.api.staff.evidence({ evidenceNo: '0123456789abcdef' }), {
      kind: 'evidence-unknown',
    })
  })
})

describe('a review of evidence', { timeout: 60_000 }, () => {
  it('[7.150] sends the refusal reason to the borrower, who can submit again for approval', async () => {
    const prover = await newEvidenceBorrower(product)
    const { evidenceNo, phone, client } = prover
    const first = await handedIn(prover)
    expect(await review(reviewer, prover, 'refused')).toEqual({ state: 'refused' })
    await product.runTasks()
    expect((await messagesTo(product, phone))[0]?.text).toContain('发票看不清')

    const refused = await client.api.evidence.list({ evidenceNo })
    expect(refused.evidenceList).toMatchObject([
      { state: 'refused', reason: '发票看不清', filesCount: 1 },
    ])
    expect(refused.files.map(({ fileNo }) => fileNo)).toEqual([first.fileNo])
    const second = await sent(client.api.evidence.upload, { evidenceNo })
    await client.api.evidence.upload({ act: 'remove', evidenceNo, fileNo: first.fileNo })
    await client.api.evidence.submit({ evidenceNo, fileNos: [second.fileNo] })
    expect(await review(reviewer, prover, 'approved', 2)).toEqual({ state: 'approved' })
    await product.runTasks()
    expect((await messagesTo(product, phone))[0]?.text).toContain('审核通过')

    const { evidence, files, history } = await reviewer.client.api.staff.evidence({ evidenceNo })
    expect(evidence).toMatchObject({ state: 'approved', round: 2 })
    expect(files.map(({ fileNo }) => fileNo)).toEqual([second.fileNo])
    expect(history.map(({ act, round, by, reason }) => ({ act, round, by, reason }))).toEqual([
      { act: 'approved', round: 2, by: '余舟', reason: undefined },
      { act: 'submitted', round: 2, by: '借款人', reason: undefined },
      { act: 'refused', round: 1, by: '余舟', reason: '发票看不清' },
      { act: 'submitted', round: 1, by: '借款人', reason: undefined },
    ])
    // The refused file is still stored.
    const { customer } = prover
    expect(await product.services.files.read({ customer, fileNo: first.fileNo })).toBeDefined()
    expect(await acts(prover)).toEqual([
      `review-evidence ${reviewer.staffNo}`,
      `review-evidence ${reviewer.staffNo}`,
      `look-at-evidence ${reviewer.staffNo}`,
    ])
  })

  it('allows files of the refused round to be submitted again', async () => {
    const prover = await newEvidenceBorrower(product)
    const { evidenceNo, client } = prover
    const first = await handedIn(prover)
    await review(reviewer, prover, 'refused')
    const second = await sent(client.api.evidence.upload, { evidenceNo })
    await client.api.evidence.submit({ evidenceNo, fileNos: [first.fileNo, second.fileNo] })
    const { evidenceList, files } = await client.api.evidence.list({ evidenceNo })
    expect(files).toHaveLength(2)
    expect(evidenceList).toMatchObject([{ round: 2, filesCount: 2 }])
  })

  it('requires a reason for a refusal, and submitted evidence', async () => {
    const prover = await newEvidenceBorrower(product)
    const { evidenceNo } = prover
    const { reviewEvidence: say } = reviewer.client.api.staff
    await expectRefusal(review(reviewer, prover, 'approved', 0), changed)
    await expectRefusal(review(reviewer, prover, 'approved', 1), changed)
    await handedIn(prover)
    await expectRefusal(say({ evidenceNo, round: 1, verdict: 'refused' }), {
      kind: 'reason-needed',
    })
    expect(await stateOf(prover)).toBe('toReview')
  })

  it('is final: a second verdict and a verdict on an older round are refused', async () => {
    const prover = await newEvidenceBorrower(product)
    await handedIn(prover)
    await review(reviewer, prover, 'approved')
    await expectRefusal(review(reviewer, prover, 'approved'), changed)
    await expectRefusal(review(admin, prover, 'refused'), changed)
    await expectRefusal(review(admin, prover, 'refused', 7), changed)
    expect(await stateOf(prover)).toBe('approved')
    await product.runTasks()
    const told = (await messagesTo(product, prover.phone)).filter(({ text }) =>
      text.includes('用途凭证'),
    )
    expect(told).toHaveLength(1)
  })

  it('succeeds for one of several concurrent reviewers', async () => {
    const prover = await newEvidenceBorrower(product)
    await handedIn(prover)
    const both = await Promise.allSettled([
      review(reviewer, prover, 'approved'),
      review(admin, prover, 'refused'),
      review(reviewer, prover, 'refused'),
      review(admin, prover, 'approved'),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await acts(prover)).toHaveLength(1)
    const { history } = await reviewer.client.api.staff.evidence({ evidenceNo: prover.evidenceNo })
    expect(history.map(({ act }) => act).filter((act) => act !== 'submitted')).toEqual([
      await stateOf(prover),
    ])
  })

  it('is possible after the due date for evidence submitted in time, and a refusal extends the due date by a week', async () => {
    const prover = await newEvidenceBorrower(product)
    await handedIn(prover)
    await moveDays(product, 31)
    await product.runTasks()
    expect(await stateOf(prover)).toBe('toReview')
    expect(await review(reviewer, prover, 'refused')).toEqual({ state: 'refused' })
    const { evidenceList } = await prover.client.api.evidence.list({
      evidenceNo: prover.evidenceNo,
    })
    const until = await moveDays(product, 7)
    expect(evidenceList[0]?.dueOn).toBe(until)
    await product.runTasks()
    await handedIn(prover)
    expect(await review(reviewer, prover, 'approved', 2)).toEqual({ state: 'approved' })
  })

  it('is rolled back when the action after it is refused, and leaves the SMS to that action', async () => {
    const prover = await newEvidenceBorrower(product)
    await handedIn(prover)
    const { services } = product
    const { evidenceNo } = prover
    // A review reads only these fields of the caller.
    const caller = { staff: { staffNo: reviewer.staffNo } } as Parameters<typeof reviewEvidence>[1]
    const request = { evidenceNo, round: 1, verdict: 'approved' } as const
    const seen: unknown[] = []
    const refusing = reviewEvidence(services, caller, {
      review: request,
      afterReview: {
        loanUse: async () => {
          throw new Refused({ kind: 'nothing-to-delay' })
        },
      },
    })
    await expect(refusing).rejects.toMatchObject({ refusal: { kind: 'nothing-to-delay' } })
    expect(await stateOf(prover)).toBe('toReview')
    expect(await acts(prover)).toEqual([])
    await reviewEvidence(services, caller, {
      review: request,
      afterReview: { loanUse: async (_tx, _services, reviewed) => void seen.push(reviewed) },
    })
    expect(seen).toMatchObject([
      {
        customer: prover.customer,
        evidenceNo,
        loanNo: prover.loanNo,
        verdict: 'approved',
        round: 1,
      },
    ])
    await product.runTasks()
    const told = (await messagesTo(product, prover.phone)).filter(({ text }) =>
      text.includes('用途凭证'),
    )
    expect(told).toEqual([])
  })
})

const upload = ({ client }: TestStaff) => client.api.staff.uploadEvidence

describe('evidence uploaded on behalf of a borrower', { timeout: 60_000 }, () => {
  it('[7.149] is uploaded, removed and submitted by an operator, with a log entry for each act', async () => {
    const prover = await newEvidenceBorrower(product)
    const { evidenceNo } = prover
    const send = upload(operator)
    const [file, other] = [await sent(send, { evidenceNo }), await sent(send, { evidenceNo })]
    expect(file.by).toBe('staff')
    await send({ act: 'remove', evidenceNo, fileNo: other.fileNo })
    expect(await send({ act: 'submit', evidenceNo, fileNos: [file.fileNo] })).toEqual({ parts: 0 })
    expect(await stateOf(prover)).toBe('toReview')
    const by = operator.staffNo
    expect(await acts(prover)).toEqual([
      `upload-evidence ${by}`,
      `upload-evidence ${by}`,
      `remove-evidence-file ${by}`,
      `submit-evidence ${by}`,
    ])
    const { history } = await reviewer.client.api.staff.evidence({ evidenceNo })
    expect(history).toMatchObject([{ act: 'submitted', by: '余舟' }])
    expect(await review(reviewer, prover, 'approved')).toEqual({ state: 'approved' })
  })

  it('cannot be reviewed by the member of staff who uploaded or submitted it, not even by an admin', async () => {
    const own = { kind: 'own-upload' } as const
    const [put, submitted] = [
      await newEvidenceBorrower(product),
      await newEvidenceBorrower(product),
    ]
    const theirs = await sent(upload(admin), { evidenceNo: put.evidenceNo })
    await put.client.api.evidence.submit({ evidenceNo: put.evidenceNo, fileNos: [theirs.fileNo] })
    const mine = await sent(submitted.client.api.evidence.upload, {
      evidenceNo: submitted.evidenceNo,
    })
    const { evidenceNo } = submitted
    await upload(admin)({ act: 'submit', evidenceNo, fileNos: [mine.fileNo] })
    for (const prover of [put, submitted]) {
      const { evidence } = await admin.client.api.staff.evidence({ evidenceNo: prover.evidenceNo })
      expect(evidence.ownPart).toBe('upload')
      await expectRefusal(review(admin, prover, 'approved'), own)
      await expectRefusal(review(admin, prover, 'refused'), own)
      expect(await review(reviewer, prover, 'approved')).toEqual({ state: 'approved' })
    }
  })

  it('is refused for an unknown evidence number', async () => {
    const bytes = await photo()
    const evidenceNo = '0123456789abcdef'
    const input = { ...announced(bytes), evidenceNo, part: partsOf(bytes)[0] }
    await expectRefusal(upload(operator)(input), { kind: 'evidence-unknown' })
    await expectRefusal(
      upload(operator)({ act: 'submit', evidenceNo, fileNos: ['f'.repeat(32)] }),
      {
        kind: 'evidence-unknown',
      },
    )
    await expectRefusal(
      reviewer.client.api.staff.reviewEvidence({ evidenceNo, round: 1, verdict: 'approved' }),
      { kind: 'evidence-unknown' },
    )
  })
})
