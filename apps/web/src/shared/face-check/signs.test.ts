import { describe, expect, it } from 'vitest'
import { guidanceFor, type MeshPoint, placeOf, type Sighting, signsOf } from './signs.ts'

const seen: Sighting = {
  faces: 1,
  light: 120,
  width: 0.45,
  offCentre: 0.05,
  signs: { eyes: 0.4, mouth: 0, turn: 0 },
}

describe('instructions before a face is analysed', () => {
  it('shows none for one well-lit face that fills the frame', () => {
    expect(guidanceFor(seen)).toBeUndefined()
  })

  it.each([
    ['tooDark', { light: 20, faces: 0 }],
    ['noFace', { faces: 0 }],
    ['manyFaces', { faces: 2 }],
    ['tooFar', { width: 0.1 }],
    ['tooNear', { width: 0.9 }],
    ['offCentre', { offCentre: 0.4 }],
  ] as const)('shows %s for its reason', (guidance, change) => {
    expect(guidanceFor({ ...seen, ...change })).toBe(guidance)
  })
})

describe('measurements of a face', () => {
  const mesh = Array.from({ length: 478 }, (): MeshPoint => [0, 0])
  mesh[362] = [60, 50]
  mesh[263] = [90, 50]
  mesh[386] = [75, 45]
  mesh[374] = [75, 57]
  mesh[33] = [10, 50]
  mesh[133] = [40, 50]
  mesh[159] = [25, 48]
  mesh[145] = [25, 54]
  mesh[13] = [50, 80]
  mesh[14] = [50, 90]
  mesh[78] = [30, 85]
  mesh[308] = [70, 85]
  mesh[234] = [0, 60]
  mesh[454] = [100, 60]

  it('are relative to widths, so that distance does not matter', () => {
    const signs = signsOf(mesh, -0.3)
    expect(signs.eyes).toBeCloseTo((12 / 30 + 6 / 30) / 2)
    expect(signs.mouth).toBeCloseTo(10 / 40)
    const doubled = mesh.map(([x, y]): MeshPoint => [x * 2, y * 2])
    expect(signsOf(doubled, -0.3)).toEqual(signs)
  })

  it('count a turn to the person’s left as positive', () => {
    expect(signsOf(mesh, -0.3).turn).toBe(0.3)
  })

  it('contain the size of the face and its offset from the centre', () => {
    const place = placeOf(mesh, { width: 200, height: 120 })
    expect(place.width).toBeCloseTo(100 / 120)
    expect(place.offCentre).toBeCloseTo(50 / 120)
  })
})
