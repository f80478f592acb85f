import { testPeople } from '@qingzhou/provider-api/test-people'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'

import { type FaceAction, matchFaces, stopMatching } from '#face/match-faces.ts'
import { drawFace } from '#faces/draw-face.ts'
import { poseOf } from '#faces/film-face.ts'
import { cardOf } from '#id-card/card-of.ts'

const [her, him] = testPeople
if (!her || !him) throw new Error('There are no test people.')

const card = await cardOf(her, 'front')
const rest = await frame(her.key)

async function frame(seed: string, action?: FaceAction): Promise<Buffer> {
  const pose = action ? poseOf[action] : {}
  return sharp(await drawFace({ seed, pose, size: 320 }))
    .jpeg()
    .toBuffer()
}

describe('matching a face with an ID card', () => {
  afterAll(stopMatching)

  it('finds the owner of the card, and sees what they do', async () => {
    const frames = [rest, await frame(her.key, 'blink'), await frame(her.key, 'turnLeft')]
    const reading = await matchFaces({ portrait: card, frames })
    expect(reading).toMatchObject({ outcome: 'match', performed: ['blink', 'turnLeft'] })
  })

  it('sees the other actions too', async () => {
    const frames = [rest, await frame(her.key, 'openMouth'), await frame(her.key, 'turnRight')]
    const reading = await matchFaces({ portrait: card, frames })
    expect(reading).toMatchObject({ outcome: 'match', performed: ['turnRight', 'openMouth'] })
  })

  it('sees a mouth open in a beard', async () => {
    const frames = [await frame(him.key), await frame(him.key, 'openMouth')]
    const reading = await matchFaces({ portrait: await cardOf(him, 'front'), frames })
    expect(reading).toMatchObject({ outcome: 'match', performed: ['openMouth'] })
  })

  it('takes nobody else for the owner', async () => {
    const reading = await matchFaces({ portrait: card, frames: [await frame(him.key)] })
    expect(reading).toMatchObject({ outcome: 'noMatch' })
  })

  it('lets nobody lend their movements to a picture of the owner', async () => {
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

  it('says which picture shows no face, or too many', async () => {
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

  it('takes what is no picture for no face', async () => {
    expect(await matchFaces({ portrait: Buffer.from('no picture'), frames: [rest] })).toEqual({
      outcome: 'noFace',
      where: 'portrait',
    })
  })
})
