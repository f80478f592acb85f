import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'

import { testPeople } from '@qingzhou/provider-api/test-people'

import { drawOnce, findOnce } from '#testing/computed-once.ts'
import { cardDetailsOf, drawIdCard } from './card-of.ts'
import { drawCard } from './draw-card.ts'
import { photograph, type Way } from './photograph.ts'
import * as engine from './read-card.ts'
import type { CardReading, CardSide } from './read-card.ts'

const details = cardDetailsOf({ name: '沈青禾', idNumber: '990101199603120020' })
const { issueAgency, validFrom, validUntil, ...front } = details
const back = { issueAgency, validFrom, validUntil }

function photoOf(side: CardSide, way: Way): Promise<Buffer> {
  return drawOnce(['photo', side, way], async () => photograph(await drawCard(details, side), way))
}

function readCard(image: Buffer, side: CardSide): Promise<CardReading> {
  return findOnce(['id card', side], [image], () => engine.readCard(image, side))
}

describe('readCard', () => {
  afterAll(engine.stopReading)

  it.each(['phone', 'upsideDown'] as const)('reads every field of the front: %s', async (way) => {
    const photo = await photoOf('front', way)
    expect(await readCard(photo, 'front')).toMatchObject({ outcome: 'read', fields: front })
  })

  it.each(['quarterTurn', 'far'] as const)('reads every field of the back: %s', async (way) => {
    const photo = await photoOf('back', way)
    expect(await readCard(photo, 'back')).toMatchObject({ outcome: 'read', fields: back })
  })

  it('reads every field of a card with a portrait', async () => {
    const [person] = testPeople
    if (!person) throw new Error('test people are missing')
    const { name, idNumber } = person
    const card = await drawOnce(['card', person.key], () => drawIdCard(person, 'front'))
    expect(await readCard(card, 'front')).toMatchObject({ fields: { name, number: idNumber } })
  })

  it.each(['outOfFocus', 'glare'] as const)('reports why a picture is refused: %s', async (way) => {
    const photo = await photoOf('front', way)
    const outcome = { outOfFocus: 'blurred', glare: 'glare' }[way]
    expect(await readCard(photo, 'front')).toEqual({ outcome })
  })

  it('does not take a white desk beside a crooked card for a reflection', async () => {
    const white = { background: '#fff' }
    const card = sharp(await drawCard(details, 'back')).flatten(white)
    const photo = await card.rotate(8, white).jpeg().toBuffer()
    expect(await readCard(photo, 'back')).toMatchObject({ outcome: 'read', fields: back })
  })

  it('reports the wrong side', async () => {
    const card = await drawCard(details, 'back')
    expect(await readCard(card, 'front')).toEqual({ outcome: 'wrongSide' })
  })

  it('reports a picture without a card, and data that is not a picture', async () => {
    const wall = sharp({ create: { width: 800, height: 600, channels: 3, background: '#9aa5a0' } })
    const vastWall = sharp({
      create: { width: 5000, height: 4001, channels: 3, background: '#fff' },
    })
    const [picture, vast] = await Promise.all([wall.jpeg().toBuffer(), vastWall.png().toBuffer()])
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="50"/>'
    const images = [picture, vast, Buffer.from('身份证'), Buffer.from(drawing)]
    const outcomes = await Promise.all(images.map((image) => readCard(image, 'front')))
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'notACard',
      'unreadable',
      'unreadable',
      'unreadable',
    ])
  })
})
