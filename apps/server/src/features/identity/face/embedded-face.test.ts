import { stopMatching } from '@qingzhou/recognition/face/match-faces'
import { stopReading } from '@qingzhou/recognition/id-card/read-card'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { faceActions, type FaceAction } from '@qingzhou/contract/features/identity'
import {
  newApplicant,
  newIdentifiedApplicant,
  patient,
  pictureFor,
  type Applicant,
} from '#features/identity/testing/applicant.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile({ ...patient, FACE: 'embedded', OCR: 'embedded' })
afterAll(async () => Promise.all([stopMatching(), stopReading()]))

const OWNER = 'new-phone'
const OTHER = 'password'

/** An applicant with the card of a test person on file. */
async function holderOfCard(key = OWNER): Promise<Applicant> {
  const front = Buffer.from(await pictureFor(product, key, 'id-card-front'), 'base64')
  return newIdentifiedApplicant(product, { front })
}

type Pose = FaceAction | 'rest'
type Frame = { readonly action: FaceAction | 'front'; readonly image: string }

let taken = 0

/** A picture as a camera takes it: no two of one pose are the same. */
async function take(pose: Pose, key = OWNER): Promise<Frame> {
  const drawn = Buffer.from(await pictureFor(product, key, `face-${pose}`), 'base64')
  taken += 1
  const picture = sharp(drawn).modulate({ brightness: 1 - taken / 2000 })
  const image = (await picture.jpeg({ quality: 90 }).toBuffer()).toString('base64')
  return { action: pose === 'rest' ? 'front' : pose, image }
}

function film(actions: readonly FaceAction[], key = OWNER): Promise<Frame[]> {
  return Promise.all((['rest', ...actions] as const).map((pose) => take(pose, key)))
}

async function startCheck({ client }: Applicant) {
  const { identity } = client.api
  const { faceSessionNo } = await identity.openFaceSession({ purpose: 'credit' })
  const { faceToken, actions } = await identity.faceChallenge({ faceSessionNo })
  const send = (frames: readonly Frame[]) =>
    identity.faceResult({ faceSessionNo, faceToken, frames: [...frames] })
  return { actions, send }
}

async function judgementsOf({ customer }: Applicant): Promise<(string | null)[]> {
  const rows = await product.services.database.query<{ judgement: string | null }>(
    `SELECT judgement FROM face_attempts WHERE customer_no = $1 ORDER BY started_at`,
    [customer],
  )
  return rows.map(({ judgement }) => judgement)
}

describe('a face check by the engine of the product', { timeout: 180_000 }, () => {
  it('passes with the face on the card and the requested actions in their order', async () => {
    const applicant = await holderOfCard()
    const { actions, send } = await startCheck(applicant)
    expect(await send(await film(actions))).toEqual({ outcome: 'passed' })
    expect(await judgementsOf(applicant)).toEqual(['match'])
    expect(await applicant.client.api.credit.currentStep({})).toMatchObject({
      step: 'bindCardForCredit',
    })
  })

  it('fails with the actions in another order, with all actions, and with one picture for all', async () => {
    const applicant = await holderOfCard()
    const missed = { outcome: 'failed', reason: 'actionMissed' }
    const first = await startCheck(applicant)
    expect(await first.send(await film(first.actions.toReversed()))).toMatchObject(missed)

    const second = await startCheck(applicant)
    expect(await second.send(await film(faceActions))).toMatchObject(missed)

    const third = await startCheck(applicant)
    const still = await Promise.all(['rest', 'rest', 'rest'].map(() => take('rest')))
    expect(await third.send(still)).toMatchObject(missed)
    expect(await applicant.client.api.credit.currentStep({})).toMatchObject({ step: 'faceInPage' })
  })

  it('fails with frames of an earlier check, of this customer or of another one', async () => {
    const [owner, thief] = [await holderOfCard(), await holderOfCard()]
    const own = await startCheck(owner)
    const frames = await film(own.actions)
    expect(await own.send(frames)).toEqual({ outcome: 'passed' })

    const later = await startCheck(thief)
    const recorded = await film(later.actions)
    // One recorded frame among new ones is enough to refuse them.
    const replayed = [frames[0] ?? (await take('rest')), ...recorded.slice(1)]
    expect(await later.send(replayed)).toMatchObject({ outcome: 'failed', reason: 'noMatch' })
    expect(await judgementsOf(thief)).toEqual(['replayed'])

    const twice = await startCheck(thief)
    const [rest, first] = await film(twice.actions)
    const doubled = [rest, first, first].filter((frame) => frame !== undefined)
    expect(await twice.send(doubled)).toMatchObject({ outcome: 'failed', reason: 'noMatch' })
  })

  it('fails with the card of another person, and with actions that another person performs', async () => {
    const applicant = await holderOfCard(OTHER)
    const first = await startCheck(applicant)
    expect(await first.send(await film(first.actions))).toMatchObject({ reason: 'noMatch' })

    const second = await startCheck(applicant)
    const mixed = [await take('rest', OTHER), ...(await film(second.actions)).slice(1)]
    expect(await second.send(mixed)).toMatchObject({ reason: 'noMatch' })
  })
})

describe('cards read by the engine of the product', { timeout: 180_000 }, () => {
  it('have the fields of the photo, and the other side is told', async () => {
    const { identity } = (await newApplicant(product)).client.api
    const front = await pictureFor(product, OWNER, 'id-card-front')
    expect(await identity.readIdCard({ side: 'front', image: front })).toMatchObject({
      outcome: 'read',
      ocrFrontData: { name: '沈青禾', no: '990101199603120020' },
    })
    expect(await identity.readIdCard({ side: 'back', image: front })).toMatchObject({
      outcome: 'wrongSide',
    })
  })
})
