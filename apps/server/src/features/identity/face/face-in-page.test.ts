import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { FaceAction } from '@qingzhou/contract/features/identity'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { findCard } from '#features/identity/card/id-card-store.ts'
import {
  cardWith,
  newIdentifiedApplicant,
  newApplicant,
  onAnotherPhone,
  photograph,
  type Applicant,
} from '#features/identity/testing/applicant.ts'
import { expectRefusal, setFault } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { findNewestAttempt, type FaceAttempt } from './face-attempt-store.ts'
import { settleFace } from './settle-channel-face.ts'

const product = startProductForFile()

type Frame = { readonly action: FaceAction | 'front'; readonly image: string }

/** A frame without a face: sufficient where the judgement is preset. */
async function emptyFrames(): Promise<Frame[]> {
  const background = { r: 90, g: 120, b: 150 }
  const image = sharp({ create: { width: 120, height: 160, channels: 3, background } })
  return [{ action: 'front', image: (await image.jpeg().toBuffer()).toString('base64') }]
}

async function startChallenge({ client }: Applicant) {
  const { identity } = client.api
  const { faceSessionNo } = await identity.openFaceSession({ purpose: 'credit' })
  return { faceSessionNo, ...(await identity.faceChallenge({ faceSessionNo })) }
}

async function answer(applicant: Applicant) {
  const { faceSessionNo, faceToken } = await startChallenge(applicant)
  const frames = await emptyFrames()
  return applicant.client.api.identity.faceResult({ faceSessionNo, faceToken, frames })
}

async function stepOf({ client }: Applicant): Promise<string> {
  return (await client.api.credit.currentStep({})).step
}

/** While this runs, the face provider reports no match. */
async function whileFacesDoNotMatch<Result>(work: () => Promise<Result>): Promise<Result> {
  await setFault(product, { provider: 'face', decline: true })
  try {
    return await work()
  } finally {
    await setFault(product, { provider: 'face', decline: false })
  }
}

describe('a face challenge', { timeout: 60_000 }, () => {
  it('[7.124] has two different random actions, and is issued thirty times a day at most', async () => {
    const applicant = await newIdentifiedApplicant(product)
    const seen = new Set<string>()
    for (let times = 0; times < 30; times += 1) {
      const { actions, expiresInSeconds } = await startChallenge(applicant)
      expect(new Set(actions).size).toBe(2)
      expect(expiresInSeconds).toBe(300)
      seen.add(actions.join())
    }
    expect(seen.size).toBeGreaterThan(3)
    const opensOn = addDays(product.services.today(), 1)
    await expectRefusal(startChallenge(applicant), { kind: 'face-locked', opensOn })
  })

  it('[7.122] is judged once for concurrent answers, and later calls return the first result', async () => {
    const applicant = await newIdentifiedApplicant(product)
    const { faceSessionNo, faceToken } = await startChallenge(applicant)
    const frames = await emptyFrames()
    const { identity } = applicant.client.api
    const send = () => identity.faceResult({ faceSessionNo, faceToken, frames })
    await whileFacesDoNotMatch(async () => {
      const outcomes = (await Promise.all([send(), send(), send()])).map(({ outcome }) => outcome)
      expect(outcomes).toContain('failed')
      expect(outcomes).not.toContain('passed')
    })
    const failed = { outcome: 'failed', reason: 'noMatch', attemptsLeft: 4 }
    expect(await send()).toEqual(failed)
    expect(await identity.faceResult({ faceSessionNo })).toEqual(failed)
  })

  it('is void after five minutes, after a newer one, or with an invented token', async () => {
    const applicant = await newIdentifiedApplicant(product)
    const { identity } = applicant.client.api
    const frames = await emptyFrames()
    const expired = { outcome: 'failed', reason: 'expired', attemptsLeft: 5 }
    const first = await startChallenge(applicant)
    const second = await startChallenge(applicant)
    const { faceSessionNo } = first
    const send = (faceToken: string) => identity.faceResult({ faceSessionNo, faceToken, frames })
    expect(second.faceSessionNo).toBe(faceSessionNo)
    expect(await send(first.faceToken)).toEqual(expired)
    expect(await send('made-up')).toEqual(expired)
    expect(await identity.faceResult({ faceSessionNo, frames })).toEqual(expired)
    product.advance(301)
    expect(await send(second.faceToken)).toEqual(expired)
    expect(await stepOf(applicant)).toBe('faceInPage')
  })

  it('cannot be used by another customer', async () => {
    const owner = await newIdentifiedApplicant(product)
    const { faceSessionNo, faceToken } = await startChallenge(owner)
    const thief = (await newIdentifiedApplicant(product)).client.api.identity
    const frames = await emptyFrames()
    const unknown = { kind: 'face-session-unknown' } as const
    await expectRefusal(thief.faceResult({ faceSessionNo, faceToken, frames }), unknown)
    await expectRefusal(thief.faceChallenge({ faceSessionNo }), unknown)
    await expectRefusal(thief.faceStartParams({ faceSessionNo }), unknown)
    const { faceSessionNo: own } = await thief.openFaceSession({ purpose: 'credit' })
    const result = await thief.faceResult({ faceSessionNo: own, faceToken, frames })
    expect(result).toMatchObject({ reason: 'expired' })
  })

  it('stays open after an answer that is not a picture', async () => {
    const applicant = await newIdentifiedApplicant(product)
    const { faceSessionNo, faceToken } = await startChallenge(applicant)
    const { identity } = applicant.client.api
    const broken = [{ action: 'front' as const, image: 'AAAA' }]
    const attempt = identity.faceResult({ faceSessionNo, faceToken, frames: broken })
    await expectRefusal(attempt, { kind: 'picture-unusable' })
    expect(await identity.faceResult({ faceSessionNo })).toEqual({ outcome: 'pending' })
  })
})

describe('attempts at a face check', { timeout: 60_000 }, () => {
  it('[7.123] are limited to five a day, and possible again the next day', async () => {
    const applicant = await newIdentifiedApplicant(product)
    const { identity } = applicant.client.api
    const opensOn = addDays(product.services.today(), 1)
    await whileFacesDoNotMatch(async () => {
      for (const attemptsLeft of [4, 3, 2, 1]) {
        expect(await answer(applicant)).toMatchObject({ reason: 'noMatch', attemptsLeft })
      }
      const last = await answer(applicant)
      expect(last).toEqual({ outcome: 'failed', reason: 'noMatch', attemptsLeft: 0, opensOn })
    })
    const locked = { kind: 'face-locked', opensOn } as const
    await expectRefusal(identity.openFaceSession({ purpose: 'credit' }), locked)
    product.advance(86_400)
    const tomorrow = (await onAnotherPhone(product, applicant)).client.api.identity
    expect(await tomorrow.openFaceSession({ purpose: 'credit' })).toMatchObject({ attemptsLeft: 5 })
  })

  it('are not counted while the face provider is down', async () => {
    const applicant = await newIdentifiedApplicant(product)
    await setFault(product, { provider: 'face', down: true })
    const result = await answer(applicant)
    await setFault(product, { provider: 'face', down: false })
    expect(result).toEqual({ outcome: 'failed', reason: 'unavailable', attemptsLeft: 5 })
  })

  it('store the judgement, and no picture', async () => {
    const applicant = await newIdentifiedApplicant(product)
    const { database } = product.services
    const files = () => database.query<{ kind: string }>(`SELECT kind FROM files ORDER BY file_no`)
    const before = await files()
    await whileFacesDoNotMatch(() => answer(applicant))
    expect(await files()).toEqual(before)
    const stored = await database.query<{ judgement: string; state: string }>(
      `SELECT judgement, state FROM face_attempts WHERE customer_no = $1`,
      [applicant.customer],
    )
    expect(stored).toEqual([{ judgement: 'noMatch', state: 'failed' }])
  })

  it('pass once for the card that was compared, and not for a card saved since then', async () => {
    const { database } = product.services
    const judged = async () => {
      const applicant = await newIdentifiedApplicant(product)
      const session = { customer: applicant.customer, ...(await startChallenge(applicant)) }
      const attempt = await findNewestAttempt(database, session)
      const card = await findCard(database, product.services, applicant.customer)
      if (!attempt || !card) throw new Error('expected a challenge and a card on file')
      return { applicant, attempt: { ...attempt, frontFileNo: card.frontFileNo } }
    }
    const settle = (attempt: FaceAttempt) =>
      settleFace(product.services, attempt, { judgement: 'match' })

    const own = await judged()
    await Promise.all([settle(own.attempt), settle(own.attempt)])
    expect(await stepOf(own.applicant)).toBe('bindCardForCredit')

    const outdated = await judged()
    await photograph(product, outdated.applicant)
    await outdated.applicant.client.api.identity.saveIdCard(cardWith())
    await settle(outdated.attempt)
    expect(await stepOf(outdated.applicant)).toBe('faceInPage')

    // Another customer with the same number was first.
    const late = await judged()
    await database.query(
      `UPDATE identities SET customer_no = $2, needs_face = false WHERE customer_no = $1`,
      [late.applicant.customer, own.applicant.customer],
    )
    await expect(settle(late.attempt)).rejects.toThrow('identity-of-other-account')
    expect(await stepOf(late.applicant)).toBe('faceInPage')
  })

  it('are refused if no face check is required', async () => {
    const { identity } = (await newApplicant(product)).client.api
    const notReached = { kind: 'step-not-reached' } as const
    await expectRefusal(identity.openFaceSession({ purpose: 'credit' }), notReached)
    const forLoan = identity.openFaceSession({ purpose: 'loan', businessNo: 'unknown-draw' })
    await expectRefusal(forLoan, notReached)
    await expectRefusal(identity.openFaceSession({ purpose: 'plan' }), notReached)
  })
})

describe('the face check mode', () => {
  it('depends on the app and the camera', async () => {
    const { client } = await newApplicant(product)
    const { identity } = client.api
    const inPage = { face: 'page', albumAllowed: true }
    expect(await identity.checkModes({ hasCamera: true })).toEqual(inPage)
    expect(await identity.checkModes({ hasCamera: false })).toMatchObject({ face: 'elsewhere' })
    client.common['channel'] = '000000000003'
    expect(await identity.checkModes({ hasCamera: false })).toMatchObject({ face: 'channel' })
  })
})
