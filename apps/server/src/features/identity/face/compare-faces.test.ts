import { describe, expect, it } from 'vitest'
import type { FaceAction } from '@qingzhou/contract/features/identity'
import {
  newIdentifiedApplicant,
  patient,
  pictureFor,
  type Applicant,
} from '#features/identity/testing/applicant.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile(patient)

/** An applicant with the card of a test person on file. */
async function holderOfCard(key: string): Promise<Applicant> {
  const front = Buffer.from(await pictureFor(product, key, 'id-card-front'), 'base64')
  return newIdentifiedApplicant(product, { front })
}

/** Performs a face check as a test person, with the requested actions or others. */
async function showFace(
  { client }: Applicant,
  key: string,
  perform: (request: readonly FaceAction[]) => readonly FaceAction[] = (request) => request,
) {
  const { identity } = client.api
  const { faceSessionNo } = await identity.openFaceSession({ purpose: 'credit' })
  const { faceToken, actions } = await identity.faceChallenge({ faceSessionNo })
  const frames = [{ action: 'front', image: await pictureFor(product, key, 'face-rest') } as const]
  const performed = await Promise.all(
    perform(actions).map(async (action) => ({
      action,
      image: await pictureFor(product, key, `face-${action}`),
    })),
  )
  return identity.faceResult({ faceSessionNo, faceToken, frames: [...frames, ...performed] })
}

describe('a face check in the page', { timeout: 120_000 }, () => {
  it('passes only with the face on the card and the requested actions', async () => {
    const applicant = await holderOfCard('new-phone')
    const onlyLooksOn = await showFace(applicant, 'new-phone', () => [])
    expect(onlyLooksOn).toEqual({ outcome: 'failed', reason: 'actionMissed', attemptsLeft: 4 })
    const somebodyElse = await showFace(applicant, 'password')
    expect(somebodyElse).toEqual({ outcome: 'failed', reason: 'noMatch', attemptsLeft: 3 })
    expect(await showFace(applicant, 'new-phone')).toEqual({ outcome: 'passed' })
    expect(await applicant.client.api.credit.currentStep({})).toMatchObject({
      step: 'bindCardForCredit',
    })
  })
})
