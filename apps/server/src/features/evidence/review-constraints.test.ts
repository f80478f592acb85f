import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { announceFile, partsOf } from '@qingzhou/platform/files/testing/parts'
import { patient } from '#features/identity/testing/applicant.ts'
import {
  submitPhoto,
  newEvidenceBorrower,
  photo,
  sendFile,
  type EvidenceBorrower,
} from '#features/evidence/testing/evidence-borrower.ts'
import { changePhone, changeRoles, disableStaff } from '#features/staff-members/index.ts'
import { startProductForFile } from '#testing/product.ts'
import { dumpDatabase, readUploads } from '#testing/stored.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'

const product = startProductForFile(patient)
/** A connection as the owner of the tables, who has more rights than the server. */
let owner: PoolDatabase
let reviewer: TestStaff
beforeAll(async () => {
  reviewer = await newStaff(product, ['reviewer'])
  owner = createDatabase(product.config.databaseUrl, { max: 1, onIdleError: () => {} })
})
afterAll(async () => {
  await owner.close()
})

const update = (set: string, { evidenceNo }: EvidenceBorrower) =>
  product.services.database.query(`UPDATE evidence SET ${set} WHERE evidence_no = $1`, [evidenceNo])

const verdict = (state: string, by: string) =>
  `state = '${state}', reviewed_by = '${by}', reviewed_at = now(), reason_sealed = 'x'`

describe('database constraints on evidence reviews', { timeout: 60_000 }, () => {
  it('refuse a review by the member of staff who uploaded or submitted the files', async () => {
    const [uploaded, submitted] = [
      await newEvidenceBorrower(product),
      await newEvidenceBorrower(product),
    ]
    const operator = await newStaff(product, ['operator'])
    const { uploadEvidence } = operator.client.api.staff
    const theirs = await sendFile(uploadEvidence, { evidenceNo: uploaded.evidenceNo })
    await uploaded.client.api.evidence.submit({
      evidenceNo: uploaded.evidenceNo,
      fileNos: [theirs.fileNo],
    })
    const { evidenceNo } = submitted
    const mine = await sendFile(submitted.client.api.evidence.upload, { evidenceNo })
    await uploadEvidence({ act: 'submit', evidenceNo, fileNos: [mine.fileNo] })
    for (const borrower of [uploaded, submitted]) {
      const own = verdict('approved', operator.staffNo)
      await expect(update(own, borrower)).rejects.toThrow(
        'a reviewer must not have uploaded the evidence',
      )
      const inDisguise = `${own}, submitted_by = 'S-other'`
      await expect(update(inDisguise, borrower)).rejects.toThrow()
    }
    await expect(
      product.services.database.query(
        `UPDATE evidence_files SET uploaded_by = '' WHERE file_no = $1`,
        [theirs.fileNo],
      ),
    ).rejects.toThrow('are not changed')
    await update(verdict('approved', reviewer.staffNo), uploaded)
  })

  it.each(['approved', 'refused'])(
    'refuse to set evidence to %s that does not wait for a review',
    async (state) => {
      const borrower = await newEvidenceBorrower(product)
      await expect(update(verdict(state, 'S-other'), borrower)).rejects.toThrow(
        'in state toReview only',
      )
      await submitPhoto(borrower)
      await update(verdict('approved', reviewer.staffNo), borrower)
      await expect(update(verdict('refused', 'S-third'), borrower)).rejects.toThrow(
        'in state toReview only',
      )
      await expect(update(`reviewed_by = 'S-third'`, borrower)).rejects.toThrow('final')
      for (const set of [
        `state = 'toUpload'`,
        `state = 'toReview', round = 2`,
        `state = 'invalid'`,
      ]) {
        await expect(update(set, borrower)).rejects.toThrow('does not go')
      }
    },
  )

  it('refuse a review by anyone but an active reviewer', async () => {
    const borrower = await newEvidenceBorrower(product)
    await submitPhoto(borrower)
    const operator = await newStaff(product, ['operator'])
    const former = await newStaff(product, ['reviewer'])
    await changeRoles(product.services, former.username, { roles: ['operator'] })
    const gone = await newStaff(product, ['admin'])
    await disableStaff(product.services, gone.username)
    for (const staffNo of ['S-other', operator.staffNo, former.staffNo, gone.staffNo]) {
      for (const state of ['approved', 'refused']) {
        const reviewed = update(verdict(state, staffNo), borrower)
        await expect(reviewed).rejects.toThrow('the reviewer has no role for it')
      }
    }
  })

  it('refuse a review of the reviewer’s own loan, also when their phone was added later', async () => {
    const borrower = await newEvidenceBorrower(product)
    await submitPhoto(borrower)
    const { username, staffNo } = await newStaff(product, ['reviewer'])
    await changePhone(product.services, { username, phone: borrower.phone })
    for (const state of ['approved', 'refused']) {
      const reviewed = update(verdict(state, staffNo), borrower)
      await expect(reviewed).rejects.toThrow('a reviewer must not be the borrower')
    }
    const other = await newEvidenceBorrower(product)
    await submitPhoto(other)
    await update(verdict('approved', staffNo), other)
  })

  it('protect submitted files and the history against changes and deletion', async () => {
    const borrower = await newEvidenceBorrower(product)
    const { fileNo } = await submitPhoto(borrower)
    const values = [borrower.evidenceNo]
    const { database } = product.services
    const files = `evidence_files WHERE file_no = '${fileNo}'`
    await expect(database.query(`DELETE FROM ${files}`)).rejects.toThrow('is not deleted')
    for (const db of [database, owner]) {
      for (const sql of [
        `UPDATE evidence_events SET act = 'approved' WHERE evidence_no = $1`,
        `DELETE FROM evidence_events WHERE evidence_no = $1`,
      ]) {
        await expect(db.query(sql, values)).rejects.toThrow(/append-only|permission denied/)
      }
    }
    await expect(
      database.query('DELETE FROM evidence WHERE evidence_no = $1', values),
    ).rejects.toThrow('permission denied')
  })
})

it(
  'file contents, file names and refusal reasons are stored in plain text nowhere',
  { timeout: 60_000 },
  async () => {
    const borrower = await newEvidenceBorrower(product)
    const { evidenceNo, client } = borrower
    const planted = ['沈青禾的发票', '收款人姓名不符，应为赵某某']
    const [name = '', reason = ''] = planted
    const bytes = await photo({ side: 500 })
    const file = await sendFile(client.api.evidence.upload, {
      evidenceNo,
      bytes,
      fileName: `${name}.png`,
    })
    // An upload that is never completed.
    const rest = await photo({ side: 700 })
    await client.api.evidence.upload({
      ...announceFile(rest, { fileName: `${name}.png` }),
      evidenceNo,
      part: partsOf(rest)[0],
    })
    await client.api.evidence.submit({ evidenceNo, fileNos: [file.fileNo] })
    await reviewer.client.api.staff.evidence({ evidenceNo })
    await reviewer.client.api.staff.reviewEvidence({
      evidenceNo,
      round: 1,
      verdict: 'refused',
      reason,
    })
    await product.runTasks()

    const inClear = [
      ...planted.map((text) => Buffer.from(text)),
      bytes.subarray(40, 60),
      rest.subarray(40, 60),
    ]
    const places = [await dumpDatabase(owner), product.logged()]
    const files = await readUploads(product)
    expect(files.length).toBeGreaterThan(0)
    for (const text of inClear) {
      const forms = [text.toString(), text.toString('hex'), text.toString('base64')]
      expect(forms.filter((form) => places.some((place) => place.includes(form)))).toEqual([])
      expect(files.filter((stored) => stored.includes(text))).toEqual([])
    }
    expect(files.filter((stored) => stored.readUInt16BE(0) === 0xffd8)).toEqual([])
  },
)
