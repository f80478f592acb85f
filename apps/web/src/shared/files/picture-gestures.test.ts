import { describe, expect, it } from 'vitest'
import { moveView, toggleZoom, turnRight, wholePicture, zoomView } from './picture-gestures.ts'

/** A wide picture in a tall stage, with bars above and below. */
const ground = { stage: { width: 300, height: 400 }, picture: { width: 300, height: 150 } }
const middle = { x: 0, y: 0 }

describe('picture view', () => {
  it('zooms between one and eight times', () => {
    expect(zoomView(wholePicture, { factor: 0.5, at: middle, ground }).zoom).toBe(1)
    expect(zoomView(wholePicture, { factor: 100, at: middle, ground }).zoom).toBe(8)
  })

  it('keeps the point under the fingers fixed', () => {
    const at = { x: 100, y: 0 }
    const near = zoomView(wholePicture, { factor: 3, at, ground })
    // A point 100 to the right is now three times as far from the centre of the picture.
    expect(near.x + 3 * 100).toBe(at.x)
  })

  it('the picture view cannot move beyond the stage', () => {
    const near = zoomView(wholePicture, { factor: 4, at: middle, ground })
    expect(moveView(near, { x: 10_000, y: 10_000 }, ground)).toMatchObject({ x: 450, y: 100 })
    expect(moveView(wholePicture, { x: 50, y: 50 }, ground)).toEqual(wholePicture)
  })

  it('fits again after a rotation, and is upright after four', () => {
    const onItsSide = turnRight(wholePicture, ground)
    expect(onItsSide).toMatchObject({ turns: 1, fit: 400 / 300, zoom: 1 })
    const turns = [1, 2, 3, 4].reduce((view) => turnRight(view, ground), wholePicture)
    expect(turns).toEqual(wholePicture)
  })

  it('zooms in on a double tap and out on the next', () => {
    const turned = turnRight(wholePicture, ground)
    const near = toggleZoom(turned, { x: 20, y: 30 }, ground)
    expect(near.zoom).toBe(2.5)
    expect(toggleZoom(near, middle, ground)).toEqual(turned)
  })
})
