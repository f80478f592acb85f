import { expect, it } from 'vitest'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { newApplicant, patient, pictureFor } from '#features/identity/testing/applicant.ts'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { dumpDatabase, readUploads } from '#testing/stored.ts'

const product = startProductForFile(patient)

it('data of an identity card is nowhere stored in plain text', { timeout: 120_000 }, async () => {
  const { client } = await newApplicant(product)
  const { identity } = client.api
  const key = 'new-phone'
  const image = await pictureFor(product, key, 'id-card-front')
  const front = await identity.readIdCard({ side: 'front', image })
  const back = await pictureFor(product, key, 'id-card-back')
  await identity.readIdCard({ side: 'back', image: back })
  expect(front).toHaveProperty('ocrFrontData.address')
  const planted = {
    name: '沈青禾',
    no: '990101199603120020',
    address: '云泽市临江区青石路 18 号',
    issueAgency: '云泽市公安局临江分局',
  }
  await identity.verifyIdNumber({ name: planted.name, no: planted.no })
  await identity.saveIdCard({
    ...planted,
    nation: '汉',
    issueDate: localDate('2019-04-12'),
    expireDate: localDate('2029-04-12'),
  })
  const { faceSessionNo } = await identity.openFaceSession({ purpose: 'credit' })
  const { faceToken } = await identity.faceChallenge({ faceSessionNo })
  await setFault(product, { provider: 'face', down: true })
  await identity.faceResult({ faceSessionNo, faceToken, frames: [{ action: 'front', image }] })

  const read = 'ocrFrontData' in front ? Object.values(front.ocrFrontData ?? {}) : []
  const texts = [...Object.values(planted), ...read].map(String).filter((text) => text.length >= 3)
  expect(texts.length).toBeGreaterThan(5)
  const places = [await dumpDatabase(product.services.database), product.logged()]
  const files = await readUploads(product)
  expect(files).toHaveLength(2)
  const found = texts.filter((text) => {
    const written = [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64')]
    return (
      written.some((form) => places.some((place) => place.includes(form))) ||
      files.some((file) => file.includes(text))
    )
  })
  expect(found).toEqual([])
  const pictures = files.filter((file) => file.includes('JFIF') || file.readUInt16BE(0) === 0xffd8)
  expect(pictures).toEqual([])
})
