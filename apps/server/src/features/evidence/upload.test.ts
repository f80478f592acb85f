import { describe, expect, it } from 'vitest'
import { FILES_MAX } from '@qingzhou/contract/wire/files'
import { announceFile, partsOf } from '@qingzhou/platform/files/testing/parts'
import { sweepFiles } from '@qingzhou/platform/files/sweep'
import { armedPdf, lockedPdf, unfoldingPdf } from '@qingzhou/platform/files/testing/hostile-pdfs'
import { patient } from '#features/identity/testing/applicant.ts'
import { isKilled, killAfter } from '#features/loans/testing/killed.ts'
import { expectRefusal, countMessages } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { openEvidence } from './evidence-lists.ts'
import { findEvidence } from './evidence-store.ts'
import {
  submitPhoto,
  newEvidenceBorrower,
  photo,
  openTestEvidence,
  sendFile,
  readEvidenceState,
  type EvidenceBorrower,
} from './testing/evidence-borrower.ts'
import { addPart } from './upload-file.ts'

const product = startProductForFile(patient)

const filesOf = async ({ client, evidenceNo }: EvidenceBorrower) =>
  (await client.api.evidence.list({ evidenceNo })).files
const callsOf = ({ client, evidenceNo }: EvidenceBorrower) => ({
  evidenceNo,
  ...client.api.evidence,
  send: async (file: { bytes?: Buffer; fileName?: string } = {}) =>
    sendFile(client.api.evidence.upload, { evidenceNo, ...file }),
})
const unknown = { kind: 'evidence-unknown' } as const

/** Counts the stored files of a customer, referenced and unreferenced. */
async function tally({ customer }: EvidenceBorrower): Promise<{ held: number; loose: number }> {
  const [row] = await product.services.database.query<{ held: number; loose: number }>(
    `SELECT count(*) FILTER (WHERE unreferenced_since IS NULL)::int AS held,
            count(*) FILTER (WHERE unreferenced_since IS NOT NULL)::int AS loose
       FROM files WHERE customer_no = $1 AND kind = 'evidence'`,
    [customer],
  )
  return row ?? { held: 0, loose: 0 }
}

describe('a borrower with evidence to upload', { timeout: 60_000 }, () => {
  it('[7.073] sees which loan needs evidence and its due date', async () => {
    const owner = await newEvidenceBorrower(product)
    const { evidenceList, counts, files } = await owner.client.api.evidence.list({
      state: 'toUpload',
    })
    expect(evidenceList).toMatchObject([
      {
        evidenceNo: owner.evidenceNo,
        state: 'toUpload',
        loanNo: owner.loanNo,
        round: 0,
        filesCount: 0,
      },
    ])
    expect(evidenceList[0]?.dueOn).toBeDefined()
    expect(counts).toMatchObject({ toUpload: 1, toReview: 0 })
    expect(files).toEqual([])
    // A second request for the same loan returns the same record.
    expect(await openTestEvidence(product, owner)).toBe(owner.evidenceNo)
  })

  it('[7.074] uploads a file in parts, gets the progress, and resumes after a lost connection', async () => {
    const owner = await newEvidenceBorrower(product)
    const { evidenceNo, upload } = callsOf(owner)
    const bytes = await photo({ side: 700 })
    const parts = partsOf(bytes)
    expect(parts.length).toBeGreaterThan(2)
    const file = { ...announceFile(bytes, { fileName: '../发票 <b>.png' }), evidenceNo }
    expect(await upload({ ...file, part: parts[0] })).toEqual({ parts: 1 })
    expect(await upload(file)).toEqual({ parts: 1 })
    for (const part of parts.slice(1, -1)) await upload({ ...file, part })
    const last = await upload({ ...file, part: parts.at(-1) })
    expect(last).toMatchObject({
      parts: parts.length,
      file: { fileName: '发票 <b>.png', kind: 'picture', pages: 1, by: 'borrower' },
    })
    // A retry after a lost answer returns the same file, with or without the part.
    expect(await upload({ ...file, part: parts.at(-1) })).toEqual(last)
    expect(await upload(file)).toEqual(last)
    expect(await filesOf(owner)).toHaveLength(1)
  })

  it('gets one file when the last part is sent several times concurrently', async () => {
    const owner = await newEvidenceBorrower(product)
    const { upload } = owner.client.api.evidence
    const bytes = await photo()
    const input = { ...announceFile(bytes), evidenceNo: owner.evidenceNo, part: partsOf(bytes)[0] }
    const answers = await Promise.all([upload(input), upload(input), upload(input)])
    expect(new Set(answers.map(({ file }) => file?.fileNo)).size).toBe(1)
    expect(await filesOf(owner)).toHaveLength(1)
    expect(await tally(owner)).toMatchObject({ held: 1 })
    product.advance(61 * 60)
    await sweepFiles(product.services)
    expect(await tally(owner)).toEqual({ held: 1, loose: 0 })
  })

  it('gets one file for twenty concurrent requests without processing it twenty times', async () => {
    const owner = await newEvidenceBorrower(product)
    const { upload } = owner.client.api.evidence
    const bytes = await photo({ side: 300 })
    const input = { ...announceFile(bytes), evidenceNo: owner.evidenceNo, part: partsOf(bytes)[0] }
    await countMessages(Array.from({ length: 20 }, () => upload(input)))
    const { held, loose } = await tally(owner)
    // At most two are processed at the same time.
    expect([held, loose < 2]).toEqual([1, true])
  })

  it('can remove a file repeatedly and upload it again', async () => {
    const owner = await newEvidenceBorrower(product)
    const { evidenceNo, upload, send } = callsOf(owner)
    const bytes = await photo()
    const { fileNo } = await send({ bytes })
    expect(await upload({ act: 'remove', evidenceNo, fileNo })).toEqual({ parts: 0 })
    expect(await upload({ act: 'remove', evidenceNo, fileNo })).toEqual({ parts: 0 })
    expect(await filesOf(owner)).toEqual([])
    expect(await tally(owner)).toEqual({ held: 0, loose: 1 })
    expect((await send({ bytes })).fileNo).not.toBe(fileNo)
  })

  it('can upload nine files at most, also concurrently', async () => {
    const owner = await newEvidenceBorrower(product)
    const { send } = callsOf(owner)
    for (let n = 0; n < FILES_MAX - 2; n += 1) await send()
    const more = await Promise.allSettled([1, 2, 3, 4].map(() => send()))
    expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await filesOf(owner)).toHaveLength(FILES_MAX)
    await expectRefusal(send(), { kind: 'files-too-many', max: FILES_MAX })
  })

  it('can upload PDFs, which are reduced to their pages', async () => {
    const owner = await newEvidenceBorrower(product)
    const { send } = callsOf(owner)
    const file = await send({ bytes: await armedPdf(), fileName: '合同.pdf' })
    expect(file).toMatchObject({ kind: 'pdf', pages: 2, fileName: '合同.pdf' })
    const { customer } = owner
    const kept = await product.services.files.read({ customer, fileNo: file.fileNo })
    expect(kept?.includes('planted')).toBe(false)
  })

  it.each<[string, () => Buffer | Promise<Buffer>, 'file-unusable' | 'file-locked']>([
    ['the test virus', () => Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR'), 'file-unusable'],
    ['a page that says it is a picture', () => Buffer.from('<script>1</script>'), 'file-unusable'],
    ['a PDF with a password', () => lockedPdf(), 'file-locked'],
    ['a PDF that unfolds without end', () => unfoldingPdf('objects', 256), 'file-unusable'],
  ])('cannot upload %s, and nothing of it remains', async (_, made, kind) => {
    const owner = await newEvidenceBorrower(product)
    const { send } = callsOf(owner)
    await expectRefusal(send({ bytes: await made() }), { kind })
    expect(await filesOf(owner)).toEqual([])
    expect(await tally(owner)).toEqual({ held: 0, loose: 0 })
    const rows = await product.services.database.query(
      'SELECT FROM upload_parts WHERE customer_no = $1',
      [owner.customer],
    )
    expect(rows).toEqual([])
  })

  it('cannot upload content that differs from the announced file, and can send the right one afterwards', async () => {
    const owner = await newEvidenceBorrower(product)
    const { evidenceNo, upload, send } = callsOf(owner)
    const [bytes, other] = [await photo(), await photo()]
    const part = partsOf(other)[0]
    const wrong = { ...announceFile(bytes), size: other.length, evidenceNo, part }
    await expectRefusal(upload(wrong), { kind: 'file-damaged' })
    await send({ bytes })
  })

  it('gets one file after a retry when the last part is interrupted at any step', async () => {
    const owner = await newEvidenceBorrower(product)
    const { services } = product
    const evidence = await findEvidence(services.database, services, owner)
    if (!evidence) throw new Error(`evidence ${owner.evidenceNo} not found`)
    let kills = 0
    for (let steps = 0; ; steps += 1) {
      const bytes = await photo()
      const input = { ...announceFile(bytes), part: partsOf(bytes)[0] }
      const database = killAfter(steps, services.database)
      const killed = await addPart({ ...services, database }, { evidence, by: '' }, input).catch(
        (error: unknown) => error,
      )
      if (!isKilled(killed)) break
      kills += 1
      const { file } = await addPart(services, { evidence, by: '' }, input)
      const files = await filesOf(owner)
      expect(files.map(({ fileNo }) => fileNo)).toEqual([file?.fileNo])
      const { evidenceNo, upload } = callsOf(owner)
      await upload({ act: 'remove', evidenceNo, fileNo: file?.fileNo ?? '' })
    }
    expect(kills).toBeGreaterThan(5)
  })
})

describe('submitting evidence', { timeout: 60_000 }, () => {
  it('[7.075] uses the named files, removes the others, and returns the same answer for a repeated call', async () => {
    const owner = await newEvidenceBorrower(product)
    const { evidenceNo, upload, submit, send } = callsOf(owner)
    const [good, other] = [await send(), await send()]
    const fileNos = [good.fileNo]
    const once = async () => submit({ evidenceNo, fileNos })
    expect(await Promise.all([once(), once()])).toEqual([
      { state: 'toReview' },
      { state: 'toReview' },
    ])
    expect(await once()).toEqual({ state: 'toReview' })
    expect((await filesOf(owner)).map(({ fileNo }) => fileNo)).toEqual(fileNos)
    expect(await tally(owner)).toEqual({ held: 1, loose: 1 })
    const { evidenceList } = await owner.client.api.evidence.list({ state: 'toReview' })
    expect(evidenceList).toMatchObject([{ evidenceNo, round: 1, filesCount: 1 }])

    const closed = { kind: 'evidence-closed' } as const
    await expectRefusal(submit({ evidenceNo, fileNos: [other.fileNo] }), closed)
    await expectRefusal(send(), closed)
    await expectRefusal(upload({ act: 'remove', evidenceNo, fileNo: good.fileNo }), closed)
  })

  it('refuses a file of other evidence, of another customer or with an unknown number, and changes nothing', async () => {
    const owner = await newEvidenceBorrower(product)
    const other = await newEvidenceBorrower(product)
    const theirs = await callsOf(other).send()
    const own = await callsOf(owner).send()
    for (const fileNo of [theirs.fileNo, 'f'.repeat(32)]) {
      const submitted = owner.client.api.evidence.submit({
        evidenceNo: owner.evidenceNo,
        fileNos: [own.fileNo, fileNo],
      })
      await expectRefusal(submitted, { kind: 'evidence-changed' })
    }
    expect(await readEvidenceState(owner)).toBe('toUpload')
    expect(await filesOf(other)).toHaveLength(1)
  })
})

describe('access to other evidence', { timeout: 60_000 }, () => {
  it('returns the same error for another customer’s evidence as for an unknown number, in every call', async () => {
    const [owner, other] = [await newEvidenceBorrower(product), await newEvidenceBorrower(product)]
    const { fileNo } = await submitPhoto(other)
    const { evidence } = owner.client.api
    const bytes = await photo()
    for (const evidenceNo of [other.evidenceNo, '0123456789abcdef']) {
      const part = { ...announceFile(bytes), evidenceNo }
      await expectRefusal(evidence.list({ evidenceNo }), unknown)
      await expectRefusal(evidence.upload(part), unknown)
      await expectRefusal(evidence.upload({ ...part, part: partsOf(bytes)[0] }), unknown)
      await expectRefusal(evidence.upload({ act: 'remove', evidenceNo, fileNo }), unknown)
      await expectRefusal(evidence.submit({ evidenceNo, fileNos: [fileNo] }), unknown)
    }
    expect((await evidence.list({})).evidenceList.map(({ evidenceNo }) => evidenceNo)).toEqual([
      owner.evidenceNo,
    ])
  })

  it('returns the same error for evidence of another subject', async () => {
    const owner = await newEvidenceBorrower(product)
    const { services } = product
    const { customer, loanNo } = owner
    const evidenceNo = await services.database.inTransaction((tx) =>
      openEvidence(tx, services, { customer, subject: 'relief', subjectNo: 'r1', loanNo }),
    )
    const { list, submit, send } = callsOf({ ...owner, evidenceNo })
    await expectRefusal(list({ evidenceNo }), unknown)
    await expectRefusal(send(), unknown)
    await expectRefusal(submit({ evidenceNo, fileNos: ['f'.repeat(32)] }), unknown)
  })
})

describe('a list of evidence', { timeout: 120_000 }, () => {
  it('has ten records per page, newest first', async () => {
    const owner = await newEvidenceBorrower(product)
    const { services } = product
    const { customer, loanNo } = owner
    const evidenceNos = [owner.evidenceNo]
    for (let n = 0; n < 10; n += 1) {
      product.advance(1)
      const matter = { customer, subject: 'loanUse', subjectNo: `matter-${n}`, loanNo } as const
      evidenceNos.unshift(
        await services.database.inTransaction((tx) => openEvidence(tx, services, matter)),
      )
    }
    const { list } = callsOf(owner)
    const first = await list({ state: 'toUpload' })
    const second = await list({ state: 'toUpload', pageNo: 2 })
    expect([first.hasMore, second.hasMore]).toEqual([true, false])
    const listed = [...first.evidenceList, ...second.evidenceList].map(
      ({ evidenceNo }) => evidenceNo,
    )
    expect(listed).toEqual(evidenceNos)
    expect(first.counts.toUpload).toBe(11)
  })
})
