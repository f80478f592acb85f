import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

import { drawFace } from '#faces/draw-face.ts'
import { filmFace } from '#faces/film-face.ts'

describe('a drawn face', () => {
  it('is the same picture for the same person and pose, and differs for another person', async () => {
    const size = 96
    const face = await drawFace({ seed: 'person 1', size })
    expect(await drawFace({ seed: 'person 1', size })).toEqual(face)
    expect(await drawFace({ seed: 'person 2', size })).not.toEqual(face)
    expect(await drawFace({ seed: 'person 1', size, pose: { eyes: 0 } })).not.toEqual(face)
  })

  it('is a square picture of the requested size', async () => {
    const { width, height, format } = await sharp(
      await drawFace({ seed: 'person 1', size: 120 }),
    ).metadata()
    expect({ width, height, format }).toEqual({ width: 120, height: 120, format: 'png' })
  })
})

describe('a filmed face', () => {
  it('is a sequence of pictures, thirty per second', async () => {
    const film = await filmFace({ seed: 'person 1', actions: ['blink'] })
    const starts = film.toString('latin1').split('\u00FF\u00D8\u00FF').length - 1
    expect(starts).toBe(30 * (1.4 + 1.6 + 4 * 0.1))
  })
})
