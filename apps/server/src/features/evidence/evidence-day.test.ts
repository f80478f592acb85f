import { describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { patient } from '#features/identity/testing/applicant.ts'
import { isKilled, killAfter } from '#features/loans/testing/killed.ts'
import { expectRefusal, messagesTo } from '#features/onboarding/testing/visitor.ts'
import { moveDays, moveTo } from '#features/repayment/testing/payer.ts'
import { startProductForFile } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'
import { runEvidenceDay } from './evidence-lists.ts'
import {
  submitPhoto,
  newEvidenceBorrower,
  sendFile,
  readEvidenceState,
  type EvidenceBorrower,
} from './testing/evidence-borrower.ts'

const product = startProductForFile(patient)

/** Moves the business date to so many days after the due date and runs all tasks. */
async function moveToLastDay(
  { client, evidenceNo }: EvidenceBorrower,
  more: number,
): Promise<void> {
  const { evidenceList } = await client.api.evidence.list({ evidenceNo })
  const until = addDays(evidenceList[0]?.dueOn ?? (await product.services.businessDate()), more)
  await moveTo(product, until)
  await product.runTasks()
}

/** The number of days left as shown to the borrower. */
async function daysLeftShown({
  client,
  evidenceNo,
}: EvidenceBorrower): Promise<number | undefined> {
  return (await client.api.evidence.list({ evidenceNo })).evidenceList[0]?.daysLeft
}

const smsTexts = async ({ phone }: EvidenceBorrower) =>
  (await messagesTo(product, phone))
    .map(({ text }) => text)
    .filter((text) => text.includes('用途凭证'))

describe('the due date of evidence', { timeout: 120_000 }, () => {
  it('[3.039] is announced once three days before, and evidence not submitted by then becomes invalid with one SMS', async () => {
    const [owner, waiting] = [
      await newEvidenceBorrower(product),
      await newEvidenceBorrower(product),
    ]
    await submitPhoto(waiting)
    await moveToLastDay(owner, -4)
    expect(await smsTexts(owner)).toEqual([])
    await moveToLastDay(owner, -2)
    expect(await smsTexts(owner)).toHaveLength(1)
    expect(await daysLeftShown(owner)).toBe(2)
    await moveToLastDay(owner, 0)
    expect(await daysLeftShown(owner)).toBe(0)
    expect(await smsTexts(owner)).toHaveLength(1)
    const file = await sendFile(owner.client.api.evidence.upload, { evidenceNo: owner.evidenceNo })

    await moveToLastDay(owner, 1)
    expect(await readEvidenceState(owner)).toBe('invalid')
    expect(await smsTexts(owner)).toHaveLength(2)
    const { evidenceNo } = owner
    const { client: staff } = await newStaff(product, ['operator'])
    const invalid = await staff.api.staff.loansToHandle({ source: 4, pageNo: 1 })
    expect(invalid.evidenceList.map((evidence) => evidence.evidenceNo)).toEqual([evidenceNo])
    expect(invalid.counts.invalid).toBe(1)
    const since = addDays(await product.services.businessDate(), -1)
    const overdue = { kind: 'evidence-overdue', since } as const
    const { upload, submit } = owner.client.api.evidence
    await expectRefusal(submit({ evidenceNo, fileNos: [file.fileNo] }), overdue)
    await expectRefusal(sendFile(upload, { evidenceNo }), overdue)
    await expectRefusal(upload({ act: 'remove', evidenceNo, fileNo: file.fileNo }), overdue)

    // Evidence submitted in time waits for the review and stays valid.
    expect(await readEvidenceState(waiting)).toBe('toReview')
    await runEvidenceDay(product.services, await product.services.businessDate())
    await product.runTasks()
    expect(await smsTexts(owner)).toHaveLength(2)
    expect(await smsTexts(waiting)).toEqual([])
  })

  it('refuses a submission once it has passed, even before the daily run', async () => {
    const owner = await newEvidenceBorrower(product)
    const { evidenceNo } = owner
    const file = await sendFile(owner.client.api.evidence.upload, { evidenceNo })
    const { evidenceList } = await owner.client.api.evidence.list({ evidenceNo })
    await moveDays(product, 31)
    expect(await readEvidenceState(owner)).toBe('toUpload')
    expect(await daysLeftShown(owner)).toBe(-1)
    const since = evidenceList[0]?.dueOn ?? (await product.services.businessDate())
    const submitted = owner.client.api.evidence.submit({ evidenceNo, fileNos: [file.fileNo] })
    await expectRefusal(submitted, { kind: 'evidence-overdue', since })
    await product.runTasks()
    expect(await readEvidenceState(owner)).toBe('invalid')
  })

  it('has the same result when the daily run is killed at any step and run again', async () => {
    const { services } = product
    const owners = [
      await newEvidenceBorrower(product),
      await newEvidenceBorrower(product),
      await newEvidenceBorrower(product),
    ]
    await moveDays(product, 31)
    const date = await services.businessDate()
    let kills = 0
    for (let steps = 0; ; steps += 1) {
      const database = killAfter(steps, services.database)
      const end = await runEvidenceDay({ ...services, database }, date).catch(
        (error: unknown) => error,
      )
      if (end === undefined) break
      expect(isKilled(end)).toBe(true)
      kills += 1
    }
    expect(kills).toBeGreaterThan(5)
    await product.runTasks()
    for (const owner of owners) {
      expect(await readEvidenceState(owner)).toBe('invalid')
      expect((await smsTexts(owner)).filter((text) => text.includes('失效'))).toHaveLength(1)
    }
    const rows = await services.database.query<{ count: bigint }>(
      `SELECT count(*) FROM evidence_events WHERE act = 'lapsed' GROUP BY customer_no, evidence_no`,
    )
    expect(new Set(rows.map(({ count }) => count))).toEqual(new Set([1n]))
  })
})
