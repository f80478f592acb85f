import { beforeAll, describe, expect, it } from 'vitest'
import { announceFile, partsOf } from '@qingzhou/platform/files/testing/parts'
import { patient } from '#features/identity/testing/applicant.ts'
import { expectRefusal, messagesTo } from '#features/onboarding/testing/visitor.ts'
import {
  submitPhoto,
  newEvidenceBorrower,
  photo,
  sendFile,
  readEvidenceState,
  type EvidenceBorrower,
} from '#features/evidence/testing/evidence-borrower.ts'
import { moveDays } from '#features/repayment/testing/payer.ts'
import { Refused } from '@qingzhou/platform/refused'
import { startProductForFile } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'
import { reviewEvidence } from './review-evidence.ts'

const product = startProductForFile(patient)
let operator: TestStaff
let reviewer: TestStaff
let admin: TestStaff
beforeAll(async () => {
  operator = await newStaff(product, ['operator'])
  reviewer = await newStaff(product, ['reviewer'])
  admin = await newStaff(product, ['admin'])
})

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
    const owner = await newEvidenceBorrower(product)
    const before = await operator.client.api.staff.loansToHandle({ source: 0, pageNo: 1 })
    const found = before.evidenceList.find(({ evidenceNo }) => evidenceNo === owner.evidenceNo)
    expect(found).toMatchObject({ loanNo: owner.loanNo, productNo: '103001' })
    expect(found).not.toHaveProperty('ownPart')
    expect(found?.mobile).toBe(`${owner.phone.slice(0, 3)}****${owner.phone.slice(-4)}`)
    expect(found?.borrowerName).toMatch(/^\*+\p{Script=Han}$/u)
    await submitPhoto(owner)
    const after = await operator.client.api.staff.loansToHandle({ source: 1, pageNo: 1 })
    expect(after.evidenceList[0]?.evidenceNo).toBe(owner.evidenceNo)
    expect(after.counts.toUpload).toBe(before.counts.toUpload - 1)
    const ofForbearance = await operator.client.api.staff.loansToHandle({
      source: 1,
      subject: 'relief',
      pageNo: 1,
    })
    expect(ofForbearance).toEqual({
      evidenceList: [],
      counts: { toUpload: 0, toReview: 0, approved: 0, refused: 0, invalid: 0 },
      hasMore: false,
    })
    expect(await acts(owner)).toContain(`list-evidence ${operator.staffNo}`)
  })

  it('show one record with its files and history, and log the access', async () => {
    const owner = await newEvidenceBorrower(product)
    const file = await submitPhoto(owner)
    const { evidenceNo } = owner
    const seen = await reviewer.client.api.staff.evidence({ evidenceNo })
    expect(seen.files).toMatchObject([{ fileNo: file.fileNo, by: 'borrower' }])
    expect(seen.evidence).toMatchObject({ state: 'toReview', round: 1, filesCount: 1 })
    expect(seen.principalLeft).toBe(seen.evidence.amount)
    expect(seen.history).toMatchObject([{ act: 'submitted', by: '借款人', round: 1 }])
    expect(await acts(owner)).toEqual([`look-at-evidence ${reviewer.staffNo}`])
    await expectRefusal(reviewer.client.api.staff.evidence({ evidenceNo: '0123456789abcdef' }), {
      kind: 'evidence-unknown',
    })
  })
})

describe('a review of evidence', { timeout: 60_000 }, () => {
  it('[7.150] sends the refusal reason to the borrower, who can submit again for approval', async () => {
    const owner = await newEvidenceBorrower(product)
    const { evidenceNo, phone, client } = owner
    const first = await submitPhoto(owner)
    expect(await review(reviewer, owner, 'refused')).toEqual({ state: 'refused' })
    await product.runTasks()
    expect((await messagesTo(product, phone))[0]?.text).toContain('发票看不清')

    const refused = await client.api.evidence.list({ evidenceNo })
    expect(refused.evidenceList).toMatchObject([
      { state: 'refused', reason: '发票看不清', filesCount: 1 },
    ])
    expect(refused.files.map(({ fileNo }) => fileNo)).toEqual([first.fileNo])
    const second = await sendFile(client.api.evidence.upload, { evidenceNo })
    await client.api.evidence.upload({ act: 'remove', evidenceNo, fileNo: first.fileNo })
    await client.api.evidence.submit({ evidenceNo, fileNos: [second.fileNo] })
    expect(await review(reviewer, owner, 'approved', 2)).toEqual({ state: 'approved' })
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
    const { customer } = owner
    expect(await product.services.files.read({ customer, fileNo: first.fileNo })).toBeDefined()
    expect(await acts(owner)).toEqual([
      `review-evidence ${reviewer.staffNo}`,
      `review-evidence ${reviewer.staffNo}`,
      `look-at-evidence ${reviewer.staffNo}`,
    ])
  })

  it('allows files of the refused round to be submitted again', async () => {
    const owner = await newEvidenceBorrower(product)
    const { evidenceNo, client } = owner
    const first = await submitPhoto(owner)
    await review(reviewer, owner, 'refused')
    const second = await sendFile(client.api.evidence.upload, { evidenceNo })
    await client.api.evidence.submit({ evidenceNo, fileNos: [first.fileNo, second.fileNo] })
    const { evidenceList, files } = await client.api.evidence.list({ evidenceNo })
    expect(files).toHaveLength(2)
    expect(evidenceList).toMatchObject([{ round: 2, filesCount: 2 }])
  })

  it('requires a reason for a refusal, and submitted evidence', async () => {
    const owner = await newEvidenceBorrower(product)
    const { evidenceNo } = owner
    const { reviewEvidence: say } = reviewer.client.api.staff
    await expectRefusal(review(reviewer, owner, 'approved', 0), changed)
    await expectRefusal(review(reviewer, owner, 'approved', 1), changed)
    await submitPhoto(owner)
    const refusal = { evidenceNo, round: 1, verdict: 'refused' } as const
    await expectRefusal(say(refusal), { kind: 'reason-needed' })
    expect(await readEvidenceState(owner)).toBe('toReview')
  })

  it('is final: a second verdict and a verdict on an older round are refused', async () => {
    const owner = await newEvidenceBorrower(product)
    await submitPhoto(owner)
    await review(reviewer, owner, 'approved')
    await expectRefusal(review(reviewer, owner, 'approved'), changed)
    await expectRefusal(review(admin, owner, 'refused'), changed)
    await expectRefusal(review(admin, owner, 'refused', 7), changed)
    expect(await readEvidenceState(owner)).toBe('approved')
    await product.runTasks()
    const told = (await messagesTo(product, owner.phone)).filter(({ text }) =>
      text.includes('用途凭证'),
    )
    expect(told).toHaveLength(1)
  })

  it('succeeds for one of several concurrent reviewers', async () => {
    const owner = await newEvidenceBorrower(product)
    await submitPhoto(owner)
    const both = await Promise.allSettled([
      review(reviewer, owner, 'approved'),
      review(admin, owner, 'refused'),
      review(reviewer, owner, 'refused'),
      review(admin, owner, 'approved'),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await acts(owner)).toHaveLength(1)
    const { history } = await reviewer.client.api.staff.evidence({ evidenceNo: owner.evidenceNo })
    expect(history.map(({ act }) => act).filter((act) => act !== 'submitted')).toEqual([
      await readEvidenceState(owner),
    ])
  })

  it('is possible after the due date for evidence submitted in time, and a refusal extends the due date by a week', async () => {
    const owner = await newEvidenceBorrower(product)
    await submitPhoto(owner)
    await moveDays(product, 31)
    await product.runTasks()
    expect(await readEvidenceState(owner)).toBe('toReview')
    expect(await review(reviewer, owner, 'refused')).toEqual({ state: 'refused' })
    const { evidenceList } = await owner.client.api.evidence.list({ evidenceNo: owner.evidenceNo })
    const until = await moveDays(product, 7)
    expect(evidenceList[0]?.dueOn).toBe(until)
    await product.runTasks()
    await submitPhoto(owner)
    expect(await review(reviewer, owner, 'approved', 2)).toEqual({ state: 'approved' })
  })

  it('is rolled back when the action after it is refused, and leaves the SMS to that action', async () => {
    const owner = await newEvidenceBorrower(product)
    await submitPhoto(owner)
    const { services } = product
    const { evidenceNo } = owner
    // A review reads only these fields of the caller.
    const caller = { staff: { staffNo: reviewer.staffNo } } as Parameters<typeof reviewEvidence>[1]
    const request = { evidenceNo, round: 1, verdict: 'approved' } as const
    const seen: unknown[] = []
    const refusing = reviewEvidence(services, caller, {
      review: request,
      afterReview: {
        loanUse: async () => {
          throw new Refused({ kind: 'nothing-to-defer' })
        },
      },
    })
    await expect(refusing).rejects.toMatchObject({ refusal: { kind: 'nothing-to-defer' } })
    expect(await readEvidenceState(owner)).toBe('toReview')
    expect(await acts(owner)).toEqual([])
    await reviewEvidence(services, caller, {
      review: request,
      afterReview: { loanUse: async (_tx, _services, reviewed) => void seen.push(reviewed) },
    })
    expect(seen).toMatchObject([{ ...request, customer: owner.customer, loanNo: owner.loanNo }])
    await product.runTasks()
    const told = (await messagesTo(product, owner.phone)).filter(({ text }) =>
      text.includes('用途凭证'),
    )
    expect(told).toEqual([])
  })
})

const upload = ({ client }: TestStaff) => client.api.staff.uploadEvidence

describe('evidence uploaded on behalf of a borrower', { timeout: 60_000 }, () => {
  it('[7.149] is uploaded, removed and submitted by an operator, with a log entry for each act', async () => {
    const owner = await newEvidenceBorrower(product)
    const { evidenceNo } = owner
    const send = upload(operator)
    const [file, other] = [
      await sendFile(send, { evidenceNo }),
      await sendFile(send, { evidenceNo }),
    ]
    expect(file.by).toBe('staff')
    await send({ act: 'remove', evidenceNo, fileNo: other.fileNo })
    expect(await send({ act: 'submit', evidenceNo, fileNos: [file.fileNo] })).toEqual({ parts: 0 })
    expect(await readEvidenceState(owner)).toBe('toReview')
    const by = operator.staffNo
    expect(await acts(owner)).toEqual([
      `upload-evidence ${by}`,
      `upload-evidence ${by}`,
      `remove-evidence-file ${by}`,
      `submit-evidence ${by}`,
    ])
    const { history } = await reviewer.client.api.staff.evidence({ evidenceNo })
    expect(history).toMatchObject([{ act: 'submitted', by: '余舟' }])
    expect(await review(reviewer, owner, 'approved')).toEqual({ state: 'approved' })
  })

  it('cannot be reviewed by the member of staff who uploaded or submitted it, not even by an admin', async () => {
    const own = { kind: 'own-upload' } as const
    const [uploaded, submitted] = [
      await newEvidenceBorrower(product),
      await newEvidenceBorrower(product),
    ]
    const theirs = await sendFile(upload(admin), { evidenceNo: uploaded.evidenceNo })
    await uploaded.client.api.evidence.submit({
      evidenceNo: uploaded.evidenceNo,
      fileNos: [theirs.fileNo],
    })
    const mine = await sendFile(submitted.client.api.evidence.upload, {
      evidenceNo: submitted.evidenceNo,
    })
    const { evidenceNo } = submitted
    await upload(admin)({ act: 'submit', evidenceNo, fileNos: [mine.fileNo] })
    for (const owner of [uploaded, submitted]) {
      const { evidence } = await admin.client.api.staff.evidence({ evidenceNo: owner.evidenceNo })
      expect(evidence.ownPart).toBe('upload')
      await expectRefusal(review(admin, owner, 'approved'), own)
      await expectRefusal(review(admin, owner, 'refused'), own)
      expect(await review(reviewer, owner, 'approved')).toEqual({ state: 'approved' })
    }
  })

  it('is refused for an unknown evidence number', async () => {
    const bytes = await photo()
    const unknown = { kind: 'evidence-unknown' } as const
    const evidenceNo = '0123456789abcdef'
    const input = { ...announceFile(bytes), evidenceNo, part: partsOf(bytes)[0] }
    await expectRefusal(upload(operator)(input), unknown)
    const submission = { act: 'submit' as const, evidenceNo, fileNos: ['f'.repeat(32)] }
    await expectRefusal(upload(operator)(submission), unknown)
    const approval = { evidenceNo, round: 1, verdict: 'approved' } as const
    await expectRefusal(reviewer.client.api.staff.reviewEvidence(approval), unknown)
  })
})
