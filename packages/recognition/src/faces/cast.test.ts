import { testPeople } from '@qingzhou/provider-api/test-people'
import { assert } from '@qingzhou/domain/assert'
import { describe, expect, it } from 'vitest'

import { loadFaceEngine, type FaceEngine } from '#face/face-engine.ts'
import { cast } from '#faces/cast.ts'
import { drawFace } from '#faces/draw-face.ts'
import { decode } from '#id-card/picture.ts'
import { drawOnce, findOnce } from '#testing/computed-once.ts'

/** Above the distance of a match; below it a test could pass for the wrong reason. */
const APART = 0.46

describe('the test people', () => {
  it('each have a distinct face', () => {
    expect(Object.keys(cast)).toEqual(testPeople.map(({ key }) => key))
  })

  it('are never matched with each other', { timeout: 300_000 }, async () => {
    const faces: number[][] = []
    for (const { key } of testPeople) {
      const drawn = await drawOnce(['face', key], () => drawFace({ seed: key, size: 320 }))
      const seen = await findOnce(['descriptors'], [drawn], () => descriptorsIn(drawn))
      expect(seen, key).toHaveLength(1)
      faces.push(...seen)
    }
    const distances = faces.flatMap((one, at) =>
      faces.slice(at + 1).map((other) => distance(one, other)),
    )
    expect(Math.min(...distances)).toBeGreaterThan(APART)
  })
})

let loading: Promise<FaceEngine> | undefined

async function descriptorsIn(drawn: Buffer): Promise<number[][]> {
  loading ??= loadFaceEngine()
  const engine = await loading
  const picture = await decode(drawn)
  assert(picture !== undefined, 'a drawn face is a picture')
  return (await engine.seeFaces(picture)).map(({ descriptor }) => [...descriptor])
}

function distance(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)))
}
