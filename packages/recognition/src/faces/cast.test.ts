import { testPeople } from '@qingzhou/provider-api/test-people'
import { assert } from '@qingzhou/domain/assert'
import { describe, expect, it } from 'vitest'

import { loadFaceEngine, type SeenFace } from '#face/face-engine.ts'
import { cast } from '#faces/cast.ts'
import { drawFace } from '#faces/draw-face.ts'
import { decode } from '#id-card/picture.ts'

/** Above the distance of a match; below it a test could pass for the wrong reason. */
const APART = 0.46

describe('the test people', () => {
  it('each have a distinct face', () => {
    expect(Object.keys(cast)).toEqual(testPeople.map(({ key }) => key))
  })

  it('are never matched with each other', { timeout: 300_000 }, async () => {
    const engine = await loadFaceEngine()
    const faces: SeenFace[] = []
    for (const { key } of testPeople) {
      const picture = await decode(await drawFace({ seed: key, size: 320 }))
      assert(picture !== undefined, 'a drawn face is a picture')
      const seen = await engine.seeFaces(picture)
      expect(seen, key).toHaveLength(1)
      faces.push(...seen)
    }
    const distances = faces.flatMap((one, at) =>
      faces.slice(at + 1).map((other) => distance(one.descriptor, other.descriptor)),
    )
    expect(Math.min(...distances)).toBeGreaterThan(APART)
  })
})

function distance(one: Float32Array, other: Float32Array): number {
  return Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)))
}
