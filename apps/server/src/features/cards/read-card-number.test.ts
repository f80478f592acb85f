import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  newApplicant,
  patient,
  pictureFor,
  type Applicant,
} from '#features/identity/testing/applicant.ts'
import { expectRefusal, setFault, countMessages } from '#features/onboarding/testing/visitor.ts'
import { refusalMessage } from '#http/refusals.ts'
import { startProductForFile } from '#testing/product.ts'
import { bindNewCard, readyToBind } from './testing/cardholder.ts'

const product = startProductForFile({ ...patient, LARGE_BODIES_PER_NETWORK_MAX: '32' })

const read = ({ client }: Applicant, image: string) => client.api.cards.readNumber({ image })

/** A unique picture without a card. */
async function plain(shade: number): Promise<string> {
  const background = { r: shade, g: shade, b: 200 }
  const image = sharp({ create: { width: 200, height: 120, channels: 3, background } })
  return (await image.jpeg().toBuffer()).toString('base64')
}

describe('a photo of a bank card', { timeout: 120_000 }, () => {
  it('has its number read, also for a further card, and is not stored', async () => {
    const applicant = await readyToBind(product)
    const image = await pictureFor(product, 'new-phone', 'bank-card-0010')
    const cardNo = '6222029900000000010'
    expect(await read(applicant, image)).toEqual({ outcome: 'read', cardNo, readsLeft: 9 })
    await bindNewCard(product, applicant)
    expect(await read(applicant, image)).toEqual({ outcome: 'read', cardNo, readsLeft: 8 })

    const files = await product.services.database.query(
      `SELECT file_no FROM files WHERE customer_no = $1 AND kind NOT LIKE 'id-card%'`,
      [applicant.customer],
    )
    expect(files).toEqual([])
  })

  it('is reported if it shows no number', async () => {
    const applicant = await readyToBind(product)
    const image = await pictureFor(product, 'new-phone', 'face-rest')
    const answer = await read(applicant, image)
    expect(answer).toEqual({ outcome: expect.not.stringMatching('read'), readsLeft: 9 })
  })

  it('is refused before the step of the card, and if it is not a picture', async () => {
    await expectRefusal(read(await newApplicant(product), await plain(1)), {
      kind: 'step-not-reached',
    })
    const text = Buffer.from('<!doctype html>').toString('base64')
    await expectRefusal(read(await readyToBind(product), text), { kind: 'picture-unusable' })
  })

  it('is read ten times a day, also concurrently; a failure of OCR does not count', async () => {
    const applicant = await readyToBind(product)
    await setFault(product, { provider: 'ocr', down: true })
    await expectRefusal(read(applicant, await plain(1)), { kind: 'bank-card-not-read' })
    await setFault(product, { provider: 'ocr', down: false })

    const images = await Promise.all(Array.from({ length: 12 }, (_, index) => plain(index)))
    expect(await countMessages(images.map((image) => read(applicant, image)))).toEqual(
      new Map([
        ['ok', 10],
        [refusalMessage({ kind: 'bank-card-reads-used-up' }).message, 2],
      ]),
    )
    expect(await applicant.client.api.identity.readsLeft({})).toEqual({ readsLeft: 10 })
  })
})
