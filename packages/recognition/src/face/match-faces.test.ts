import { testPeople, type TestPerson } from '@qingzhou/provider-api/test-people'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'

import * as engine from '#face/match-faces.ts'
import type { FaceAction, FaceReading } from '#face/match-faces.ts'
import { drawFace } from '#faces/draw-face.ts'
import { poseOf } from '#faces/film-face.ts'
import { drawIdCard } from '#id-card/card-of.ts'
import { drawOnce, findOnce } from '#testing/computed-once.ts'

const [her, him] = testPeople
if (!her || !him) throw new Error('test people are missing')

const card = await cardOnce(her)
const rest = await frame(her.key)

async function frame(seed: string, action?: FaceAction): Promise<Buffer> {
  const pose = action ? poseOf[action] : {}
  return drawOnce(['frame', seed, action ?? 'rest'], async () =>
    sharp(await drawFace({ seed, pose, size: 320 }))
      .jpeg()
      .toBuffer(),
  )
}

function cardOnce(person: TestPerson): Promise<Buffer> {
  return drawOnce(['card', person.key], () => drawIdCard(person, 'front'))
}

function matchFaces(question: {
  portrait: Buffer
  frames: readonly Buffer[]
}): Promise<FaceReading> {
  return findOnce(['faces'], [question.portrait, ...question.frames], () =>
    engine.matchFaces(question),
  )
}

describe('matchFaces', () => {
  afterAll(engine.stopMatching)

  it('matches the owner of the card, and detects the performed actions', async () => {
    const frames = [rest, await frame(her.key, 'blink'), await frame(her.key, 'turnLeft')]
    const reading = await matchFaces({ portrait: card, frames })
    expect(reading).toMatchObject({ outcome: 'match', performed: ['blink', 'turnLeft'] })
  })

  it('detects the other actions too', async () => {
    const frames = [rest, await frame(her.key, 'openMouth'), await frame(her.key, 'turnRight')]
    const reading = await matchFaces({ portrait: card, frames })
    expect(reading).toMatchObject({ outcome: 'match', performed: ['turnRight', 'openMouth'] })
  })

  it('detects an open mouth in a beard', async () => {
    const frames = [await frame(him.key), await frame(him.key, 'openMouth')]
    const reading = await matchFaces({ portrait: await cardOnce(him), frames })
    expect(reading).toMatchObject({ outcome: 'match', performed: ['openMouth'] })
  })

  it('does not match any other person with the owner', async () => {
    const reading = await matchFaces({ portrait: card, frames: [await frame(him.key)] })
    expect(reading).toMatchObject({ outcome: 'noMatch' })
  })

  it('refuses movements of another person combined with a picture of the owner', async () => {
    const frames = [rest, await frame(him.key, 'blink')]
    const reading = await matchFaces({ portrait: card, frames })
    expect(reading).toMatchObject({ outcome: 'noMatch' })
  })

  it('reads a card that was photographed sideways', async () => {
    const sideways = await sharp(card).rotate(90).jpeg().toBuffer()
    expect(await matchFaces({ portrait: sideways, frames: [rest] })).toMatchObject({
      outcome: 'match',
    })
  })

  it('names the picture that shows no face, or too many', async () => {
    const side = { width: 320, height: 320, channels: 3 } as const
    const wall = await sharp({ create: { ...side, background: '#9ab' } })
      .png()
      .toBuffer()
    const night = await sharp({ create: { ...side, background: '#080808' } })
      .png()
      .toBuffer()
    const pair = await sharp(rest)
      .extend({ right: 320 })
      .composite([{ input: await frame(him.key), left: 320, top: 0 }])
      .png()
      .toBuffer()

    expect(await matchFaces({ portrait: wall, frames: [rest] })).toEqual({
      outcome: 'noFace',
      where: 'portrait',
    })
    expect(await matchFaces({ portrait: card, frames: [wall] })).toEqual({
      outcome: 'noFace',
      where: 'frames',
    })
    expect(await matchFaces({ portrait: card, frames: [night] })).toEqual({
      outcome: 'tooDark',
      where: 'frames',
    })
    expect(await matchFaces({ portrait: card, frames: [rest, pair] })).toEqual({
      outcome: 'manyFaces',
      where: 'frames',
    })
  })

  it('reports no face for data that is not a picture', async () => {
    expect(await matchFaces({ portrait: Buffer.from('no picture'), frames: [rest] })).toEqual({
      outcome: 'noFace',
      where: 'portrait',
    })
  })
})
