import { describe, expect, it, vi } from 'vitest'
import { equip } from './equip.ts'
import type { CameraKind } from './equip.ts'
import type { FrameWindow } from './film.ts'

/** A page with a camera of its own, or without any as outside a secure page. */
function pageWith(own: boolean) {
  const mediaDevices = {
    getUserMedia: vi.fn(async () => 'the own camera'),
    enumerateDevices: vi.fn(async () => ['the own camera']),
  }
  const navigator = own ? { mediaDevices } : {}
  // Only what the camera uses of a window is there.
  return { navigator, DOMException } as unknown as FrameWindow
}

const camera = (kind: CameraKind) => () => ({ kind, personKey: 'new-phone' })

describe('the camera of the phone', () => {
  it('is the own one on request', async () => {
    const page = pageWith(true)
    equip(page, camera('own'))
    expect(await page.navigator.mediaDevices.getUserMedia({ video: true })).toBe('the own camera')
    expect(await page.navigator.mediaDevices.enumerateDevices()).toEqual(['the own camera'])
  })

  it.each([true, false])('can be missing (own camera: %s)', async (own) => {
    const page = pageWith(own)
    equip(page, camera('none'))
    const { mediaDevices } = page.navigator
    await expect(mediaDevices.getUserMedia({ video: true })).rejects.toThrow('no camera')
    expect(await mediaDevices.enumerateDevices()).toEqual([])
  })

  it('is there also where a browser would have none', async () => {
    const page = pageWith(false)
    equip(page, camera('person'))
    expect(await page.navigator.mediaDevices.enumerateDevices()).toMatchObject([
      { kind: 'videoinput' },
    ])
  })

  it('is put in once, and changes with what the desk says', async () => {
    const page = pageWith(true)
    let kind: CameraKind = 'none'
    equip(page, () => ({ kind, personKey: 'new-phone' }))
    equip(page, camera('none'))
    kind = 'own'
    expect(await page.navigator.mediaDevices.getUserMedia()).toBe('the own camera')
  })
})
