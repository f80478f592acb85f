import { describe, expect, it, vi } from 'vitest'
import { equip, type CameraKind } from './use-camera.tsx'
import type { FrameWindow } from './film.ts'

/** A page with a camera, or without one as outside a secure context. */
function pageWith(own: boolean) {
  const mediaDevices = {
    getUserMedia: vi.fn(async () => 'the own camera'),
    enumerateDevices: vi.fn(async () => ['the own camera']),
  }
  const navigator = own ? { mediaDevices } : {}
  // Only the members that the camera uses.
  return { navigator, DOMException } as unknown as FrameWindow
}

const camera = (kind: CameraKind) => () => ({ kind, personKey: 'new-phone' })

describe('the camera of the phone', () => {
  it('is the computer’s own one when chosen', async () => {
    const page = pageWith(true)
    equip(page, camera('own'))
    expect(await page.navigator.mediaDevices.getUserMedia({ video: true })).toBe('the own camera')
    expect(await page.navigator.mediaDevices.enumerateDevices()).toEqual(['the own camera'])
  })

  it.each([true, false])('can be absent (own camera: %s)', async (own) => {
    const page = pageWith(own)
    equip(page, camera('none'))
    const { mediaDevices } = page.navigator
    await expect(mediaDevices.getUserMedia({ video: true })).rejects.toThrow('no camera')
    expect(await mediaDevices.enumerateDevices()).toEqual([])
  })

  it('exists also where the browser has none', async () => {
    const page = pageWith(false)
    equip(page, camera('person'))
    expect(await page.navigator.mediaDevices.enumerateDevices()).toMatchObject([
      { kind: 'videoinput' },
    ])
  })

  it('is installed once, and follows the choice on the desk', async () => {
    const page = pageWith(true)
    let kind: CameraKind = 'none'
    equip(page, () => ({ kind, personKey: 'new-phone' }))
    equip(page, camera('none'))
    kind = 'own'
    expect(await page.navigator.mediaDevices.getUserMedia()).toBe('the own camera')
  })
})
