import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  cardWith,
  newApplicant,
  onAnotherPhone,
  patient,
  photograph,
  pictureFor,
  type Applicant,
} from '#features/identity/testing/applicant.ts'
import { expectRefusal, setFault, countMessages } from '#features/onboarding/testing/visitor.ts'
import { refusalMessage } from '#http/refusals.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile({ ...patient, LARGE_BODIES_PER_NETWORK_MAX: '32' })

const read = ({ client }: Applicant, image: string, side: 'front' | 'back' = 'front') =>
  client.api.identity.readIdCard({ side, image })

/** A unique picture without a card. */
async function plain(shade: number): Promise<string> {
  const background = { r: shade, g: shade, b: 200 }
  const image = sharp({ create: { width: 200, height: 120, channels: 3, background } })
  return (await image.jpeg().toBuffer()).toString('base64')
}

async function filesHeld({ customer }: Applicant): Promise<number> {
  const rows = await product.services.database.query<{ file_no: string }>(
    `SELECT file_no FROM files WHERE customer_no = $1 AND unreferenced_since IS NULL`,
    [customer],
  )
  return rows.length
}

describe('a photo of an identity card', { timeout: 120_000 }, () => {
  it('[3.015, 3.016, 7.035] is read once, and its result is available on another phone', async () => {
    const applicant = await newApplicant(product)
    const front = await pictureFor(product, 'new-phone', 'id-card-front')
    const answer = await read(applicant, front)
    expect(answer).toMatchObject({
      outcome: 'read',
      readsLeft: 9,
      ocrFrontData: { name: '沈青禾', sex: '女', birth: '19960312', no: '990101199603120020' },
    })
    expect(await read(applicant, front)).toEqual(answer)

    const back = await pictureFor(product, 'new-phone', 'id-card-back')
    const other = await onAnotherPhone(product, applicant)
    const second = await read(other, back, 'back')
    expect(second).toMatchObject({ outcome: 'read', readsLeft: 8 })
    expect(second).toHaveProperty('ocrBackData.issueDate', expect.stringMatching(/^\d{8}$/))
    const { read: stored, saved } = await applicant.client.api.identity.person({})
    expect(saved).toBeUndefined()
    expect(stored.front).toMatchObject({ no: '990101199603120020' })
    expect(stored.back).toHaveProperty('issueAgency')
    expect(await filesHeld(applicant)).toBe(2)

    const newer = await pictureFor(product, 'password', 'id-card-front')
    expect(await read(applicant, newer)).toMatchObject({ ocrFrontData: { name: '陆知远' } })
    expect(await filesHeld(applicant)).toBe(2)
  })

  it('is reported and not stored if it shows the wrong side or no card', async () => {
    const applicant = await newApplicant(product)
    const back = await pictureFor(product, 'new-phone', 'id-card-back')
    expect(await read(applicant, back)).toEqual({ outcome: 'wrongSide', readsLeft: 9 })
    const face = await pictureFor(product, 'new-phone', 'face-rest')
    expect(await read(applicant, face)).toMatchObject({ readsLeft: 8 })
    expect(await filesHeld(applicant)).toBe(0)
  })

  it('is not stored if its number is covered, as it would fit any number', async () => {
    const applicant = await newApplicant(product)
    const front = Buffer.from(await pictureFor(product, 'new-phone', 'id-card-front'), 'base64')
    const { width, height } = await sharp(front).metadata()
    const size = { width, height: Math.round(height * 0.2) }
    const sticker = await sharp({ create: { ...size, channels: 3, background: '#dfe6ee' } })
      .png()
      .toBuffer()
    const covered = await sharp(front)
      .composite([{ input: sticker, gravity: 'south' }])
      .jpeg()
      .toBuffer()
    const answer = await read(applicant, covered.toString('base64'))
    expect(answer).toEqual({ outcome: 'blurred', readsLeft: 9 })
    expect(await filesHeld(applicant)).toBe(0)
    expect((await applicant.client.api.identity.person({})).read).toEqual({})
  })

  it('is refused without using up a read if it is not a picture', async () => {
    const applicant = await newApplicant(product)
    const html = Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64')
    await expectRefusal(read(applicant, html), { kind: 'picture-unusable' })
    expect(await applicant.client.api.identity.readsLeft({})).toEqual({ readsLeft: 10 })
  })

  it('does not use up a read while OCR is down', async () => {
    const applicant = await newApplicant(product)
    await setFault(product, { provider: 'ocr', down: true })
    await expectRefusal(read(applicant, await plain(1)), { kind: 'outside-unavailable' })
    await setFault(product, { provider: 'ocr', down: false })
    expect(await applicant.client.api.identity.readsLeft({})).toEqual({ readsLeft: 10 })
  })

  it('[7.038] is read ten times a day at most, also concurrently, and again the next day', async () => {
    const applicant = await newApplicant(product)
    const images = await Promise.all(Array.from({ length: 20 }, (_, index) => plain(index)))
    const counts = await countMessages(images.map((image) => read(applicant, image)))
    expect(counts).toEqual(
      new Map([
        ['ok', 10],
        [refusalMessage({ kind: 'card-reads-used-up' }).message, 10],
      ]),
    )
    expect(await applicant.client.api.identity.readsLeft({})).toEqual({ readsLeft: 0 })
    product.advance(86_400)
    const tomorrow = await onAnotherPhone(product, applicant)
    expect(await tomorrow.client.api.identity.readsLeft({})).toEqual({ readsLeft: 10 })
  })

  it('is no longer returned after submission if it was never used', async () => {
    const applicant = await newApplicant(product)
    await photograph(product, applicant, { no: '990101199603120020' })
    await product.services.database.query(
      `INSERT INTO credit_applications (customer_no, application_no, channel, step, opened_at)
       VALUES ($1, 'A2', 'browser', 'underReview', $2)`,
      [applicant.customer, product.services.now()],
    )
    expect(await applicant.client.api.identity.person({})).toEqual({ read: {} })
  })

  it('is refused after the identity step and without a session', async () => {
    const applicant = await newApplicant(product)
    await product.services.database.query(
      `INSERT INTO credit_applications (customer_no, application_no, channel, step, opened_at)
       VALUES ($1, 'A1', 'browser', 'underReview', $2)`,
      [applicant.customer, product.services.now()],
    )
    await expectRefusal(read(applicant, await plain(2)), { kind: 'step-not-reached' })
    const stranger = product.client().api.identity
    const attempt = stranger.readIdCard({ side: 'front', image: await plain(3) })
    await expectRefusal(attempt, { kind: 'not-signed-in' })
  })
})

describe('the number of the photos', { timeout: 60_000 }, () => {
  it('the number of the photos of another phone makes saving the shown card impossible', async () => {
    const card = cardWith()
    const applicant = await newApplicant(product)
    const { identity, credit } = applicant.client.api
    await photograph(product, applicant, { no: card.no })
    const shown = (await identity.person({})).read.idLogNo
    expect(shown).toMatch(/^[0-9a-f]{16}-[0-9a-f]{16}$/)
    await photograph(product, applicant, { no: card.no })
    const save = identity.saveIdCard({ ...card, idLogNo: shown })
    await expectRefusal(save, { kind: 'id-card-photos-changed' })
    expect((await credit.currentStep({})).step).toBe('identity')

    const { idLogNo } = (await identity.person({})).read
    await identity.saveIdCard({ ...card, idLogNo })
    expect((await credit.currentStep({})).step).toBe('faceInPage')
  })
})
