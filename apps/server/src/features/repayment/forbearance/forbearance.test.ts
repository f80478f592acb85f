import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { add, displayYuan, fen, sum } from '@qingzhou/domain/money/money'
import { patient } from '#features/identity/testing/applicant.ts'
import { readBalances } from '@qingzhou/lending/ledger/index'
import { repayInFull } from '@qingzhou/lending/index'
import { expectRefusal, messagesTo, countMessages } from '#features/onboarding/testing/visitor.ts'
import { signingCode } from '#features/onboarding/testing/signing-code.ts'
import { submitEvidence } from '#features/evidence/index.ts'
import { sendFile } from '#features/evidence/testing/evidence-borrower.ts'
import {
  prepareApplication,
  quoteForbearance,
} from '#features/repayment/testing/forbearance-applicant.ts'
import { skipDays } from '#features/repayment/testing/days.ts'
import { disburseLoan, newPayer, type Payer } from '#features/repayment/testing/payer.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile(patient)
let reviewer: TestStaff
beforeAll(async () => {
  reviewer = await newStaff(product, ['reviewer'])
})

const stateOf = ({ client }: Payer) => client.api.repayment.applyForForbearance({ act: 'read' })

const review = (evidenceNo: string, verdict: 'approved' | 'refused', round = 1) =>
  reviewer.client.api.staff.reviewEvidence({
    evidenceNo,
    round,
    verdict,
    ...(verdict === 'refused' && { reason: '照片看不清，请重拍。' }),
  })

const firstOf = async ({ client, loanNo }: Payer) =>
  (await client.api.repayment.plan({ loanNo })).instalments[0]

describe('regional forbearance', () => {
  it('[7.111, 7.112] moves the open due dates when approved, and adds no penalty for the days of the review', async () => {
    const payer = await newPayer(product)
    const { services } = product
    await skipDays(services, 50)
    const { evidenceNo, submission } = await prepareApplication(product, payer)
    const request = await firstOf(payer)
    const { applications } = await payer.client.api.repayment.applyForForbearance(submission)
    expect(applications).toMatchObject([
      {
        days: 60,
        forbearanceReason: 'disaster',
        note: submission.note,
        evidence: { state: 'toReview' },
        files: [{ kind: 'picture' }],
      },
    ])
    await skipDays(services, 12)
    const meanwhile = await firstOf(payer)
    expect(meanwhile?.open.penalty).toBeGreaterThan(request?.open.penalty ?? 0n)

    await review(evidenceNo, 'approved')
    const forborne = await firstOf(payer)
    expect(forborne?.open.penalty).toBe(request?.open.penalty)
    expect(forborne?.dueDate).toBe(request && addDays(request.dueDate, 60))
    expect(forborne?.state).not.toBe('overdue')
    const { customer, loanNo } = payer
    const books = await readBalances(services.database, { customer, loanNo })
    expect(books.penalty).toBe(forborne?.open.penalty)

    await product.runTasks()
    const texts = (await messagesTo(product, payer.phone)).map(({ text }) => text)
    expect(texts[0]).toContain('还款日顺延 60 天')
    expect((await stateOf(payer)).applications).toMatchObject([{ evidence: { state: 'approved' } }])
  })

  it('is listed for staff once it is submitted, not when its form is opened', async () => {
    const payer = await newPayer(product)
    const { evidenceNo, submission } = await prepareApplication(product, payer)
    const listed = async (source: number) => {
      const { evidenceList, counts } = await reviewer.client.api.staff.loansToHandle({
        source,
        pageNo: 1,
      })
      return { has: evidenceList.some((evidence) => evidence.evidenceNo === evidenceNo), counts }
    }
    expect(await listed(0)).toMatchObject({ has: false, counts: { toUpload: 0 } })
    expect((await stateOf(payer)).applications).toMatchObject([{ evidence: { state: 'toUpload' } }])
    await payer.client.api.repayment.applyForForbearance(submission)
    expect((await listed(1)).has).toBe(true)
  })

  it('names its cost before it is agreed to, to the reviewer, in the result and in the SMS', async () => {
    const wish = { amount: fen(8_000_00n), months: 12 }
    const payer = await newPayer(product, wish)
    const { loanNo, client } = payer
    const before = await firstOf(payer)
    const owed = async () =>
      sum((await client.api.repayment.plan({ loanNo })).instalments.map(({ amount }) => amount))
    const owedBefore = await owed()
    const { evidenceNo, submission } = await prepareApplication(product, payer)
    const quote = await quoteForbearance(payer, { loanNo, days: 60 })
    const { loan } = await client.api.repayment.plan({ loanNo })
    const cost = fen((loan.annualRate * 8_000_00n * 60n) / 360_000_000n)
    expect(quote).toMatchObject({ cost, n: 1, amount: before?.amount, dueDate: before?.dueDate })

    const { figures } =
      (await client.api.repayment.applyForForbearance(submission)).applications[0] ?? {}
    expect(quote).toMatchObject(figures ?? { cost: undefined })
    const { evidenceList } = await reviewer.client.api.staff.loansToHandle({
      source: 1,
      subject: 'relief',
      pageNo: 1,
    })
    const summary = evidenceList.find((one) => one.evidenceNo === evidenceNo)?.summary
    expect(summary).toContain(`申请延期 60 天，多付利息 ${displayYuan(cost)} 元`)
    expect(summary).not.toContain(submission.note)
    const seen = await reviewer.client.api.staff.evidence({ evidenceNo })
    expect(seen.evidence.summary).toBe(summary)

    await review(evidenceNo, 'approved')
    expect(await owed()).toBe(add(owedBefore, quote.cost))
    const after = await firstOf(payer)
    expect([after?.dueDate, after?.amount]).toEqual([quote.newDueDate, quote.newAmount])
    expect((await stateOf(payer)).applications[0]?.figures).toEqual(figures)
    await product.runTasks()
    const [sms] = await messagesTo(product, payer.phone)
    expect(sms?.text).toContain(
      `第 1 期还款日改为 ${quote.newDueDate}，应还 ${displayYuan(quote.newAmount)} 元；延期共多付利息 ${displayYuan(cost)} 元`,
    )
  })

  it('is refused when the figures are no longer those that the borrower agreed to', async () => {
    const payer = await newPayer(product)
    const { repayment } = payer.client.api
    const { submission } = await prepareApplication(product, payer)
    const refusal = { kind: 'deferral-quote-outdated' } as const
    const other = await quoteForbearance(payer, { loanNo: payer.loanNo, days: 61 })
    const mixed = repayment.applyForForbearance({ ...submission, quoteId: other.quoteId })
    await expectRefusal(mixed, refusal)
    await skipDays(product.services, 1)
    const dynamicCode = await signingCode(product, payer)
    await expectRefusal(repayment.applyForForbearance({ ...submission, dynamicCode }), refusal)
    const [application] = (await stateOf(payer)).applications
    expect([application?.evidence.state, application?.figures]).toEqual(['toUpload', undefined])
    const tooLong = repayment.applyForForbearance({ act: 'quote', loanNo: payer.loanNo, days: 91 })
    await expectRefusal(tooLong, { kind: 'deferral-out-of-range', daysMax: 90 })
    const stranger = await newPayer(product)
    const theirs = { act: 'quote', loanNo: payer.loanNo, days: 60 } as const
    const request = stranger.client.api.repayment.applyForForbearance(theirs)
    await expectRefusal(request, { kind: 'loan-unknown' })
  })

  it('changes nothing when refused, sends the reason, and can be applied for again', async () => {
    const payer = await newPayer(product)
    const { repayment } = payer.client.api
    const { evidenceNo, submission } = await prepareApplication(product, payer)
    await repayment.applyForForbearance(submission)
    const before = await firstOf(payer)
    await review(evidenceNo, 'refused')
    expect(await firstOf(payer)).toEqual(before)
    const { applications, loans } = await stateOf(payer)
    const reason = '照片看不清，请重拍。'
    expect(applications).toMatchObject([{ evidence: { state: 'refused', reason } }])
    expect(loans[0]?.refusal).toBeUndefined()
    await product.runTasks()
    expect((await messagesTo(product, payer.phone))[0]?.text).toContain(`原因：${reason}您可以`)

    await skipDays(product.services, 2)
    const { quoteId } = await quoteForbearance(payer, { loanNo: payer.loanNo, days: 30 })
    const dynamicCode = await signingCode(product, payer)
    await repayment.applyForForbearance({ ...submission, days: 30, quoteId, dynamicCode })
    await review(evidenceNo, 'approved', 2)
    expect((await firstOf(payer))?.dueDate).toBe(before && addDays(before.dueDate, 30))
  })

  it('has one application under review at a time, also with concurrent requests', async () => {
    const payer = await newPayer(product)
    const second = await disburseLoan(product, payer)
    const { repayment } = payer.client.api
    const one = await prepareApplication(product, payer)
    const other = await prepareApplication(product, payer, second)
    // The later code replaces the earlier one, and signs once.
    const { dynamicCode } = other.submission
    const words = await countMessages(
      [one, one, one, other, other].map(({ submission }) =>
        repayment.applyForForbearance({ ...submission, dynamicCode }),
      ),
    )
    const running = '您已有一份延期申请在审核，请等结果出来后再申请'
    expect([2, 3]).toContain(words.get('ok'))
    const { applications, loans } = await stateOf(payer)
    expect(applications.filter(({ evidence }) => evidence.state === 'toReview')).toHaveLength(1)
    expect(loans.map(({ refusal }) => refusal)).toEqual([running, running])
    const opened = repayment.applyForForbearance({ act: 'open', loanNo: second })
    await expectRefusal(opened, { kind: 'forbearance-running' })
  })

  it('is refused for days out of range, another customer’s loan or evidence, and unknown files', async () => {
    const payer = await newPayer(product)
    const stranger = await newPayer(product)
    const { evidenceNo, submission } = await prepareApplication(product, payer)
    const mine = payer.client.api.repayment
    const theirs = stranger.client.api.repayment
    const days = mine.applyForForbearance({ ...submission, days: 91 })
    await expectRefusal(days, { kind: 'deferral-out-of-range', daysMax: 90 })
    const opened = theirs.applyForForbearance({ act: 'open', loanNo: payer.loanNo })
    await expectRefusal(opened, { kind: 'loan-unknown' })
    const dynamicCode = await signingCode(product, stranger)
    const foreign = theirs.applyForForbearance({ ...submission, dynamicCode })
    await expectRefusal(foreign, { kind: 'evidence-unknown' })
    await expectRefusal(sendFile(theirs.uploadForbearanceEvidence, { evidenceNo }), {
      kind: 'evidence-unknown',
    })
    const fileNos = ['0'.repeat(32)]
    const made = mine.applyForForbearance({ ...submission, fileNos })
    await expectRefusal(made, { kind: 'evidence-changed' })
    expect((await stateOf(payer)).applications).toMatchObject([{ evidence: { state: 'toUpload' } }])
  })

  it('can only be applied for by the borrower: staff can neither upload nor submit its evidence', async () => {
    const payer = await newPayer(product)
    const { evidenceNo, submission } = await prepareApplication(product, payer)
    const admin = await newStaff(product, ['admin'])
    const { uploadEvidence } = admin.client.api.staff
    const refusal = { kind: 'evidence-not-on-behalf' } as const
    const { fileNos } = submission
    await expectRefusal(sendFile(uploadEvidence, { evidenceNo }), refusal)
    await expectRefusal(uploadEvidence({ act: 'submit', evidenceNo, fileNos }), refusal)
    for (const fileNo of fileNos) {
      await expectRefusal(uploadEvidence({ act: 'remove', evidenceNo, fileNo }), refusal)
    }
    await payer.client.api.repayment.applyForForbearance(submission)
  })

  it.each(['approved', 'refused'] as const)(
    'cannot be %s when evidence was submitted without an application',
    async (verdict) => {
      const payer = await newPayer(product)
      const { services } = product
      const { customer } = payer
      const { evidenceNo, submission } = await prepareApplication(product, payer)
      const { fileNos } = submission
      await services.database.inTransaction((tx) =>
        submitEvidence(tx, services, { customer, evidenceNo, by: '', fileNos }),
      )
      await expectRefusal(review(evidenceNo, verdict), { kind: 'evidence-changed' })
    },
  )

  it('cannot be approved for a loan settled meanwhile, and the verdict is rolled back', async () => {
    const payer = await newPayer(product)
    const { customer, loanNo, client } = payer
    const { evidenceNo, submission } = await prepareApplication(product, payer)
    await client.api.repayment.applyForForbearance(submission)
    const { loan } = await client.api.repayment.plan({ loanNo })
    const act = { customer, requestNo: 'paid-off', actor: 'customer' }
    const cardId = payer.card.cardId
    await repayInFull(product.services, act, { loanNo, amount: loan.payoff, cardId })
    await expect(review(evidenceNo, 'approved')).rejects.toMatchObject({
      answer: { message: '您当前没有需要还的款项' },
    })
    expect((await stateOf(payer)).applications).toMatchObject([{ evidence: { state: 'toReview' } }])
    await review(evidenceNo, 'refused')
  })
})
