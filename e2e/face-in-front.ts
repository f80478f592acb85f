import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { identity } from './addresses.ts'

const FACES = ['rest', 'blink', 'turnLeft', 'turnRight', 'openMouth']

/** Puts somebody in front of the phone's camera who does what the page asks. */
export async function standBefore(page: Page, personKey: string): Promise<void> {
  const addresses = FACES.map((name) => [name, `/sandbox/people/${personKey}/face-${name}.png`])
  await page.addInitScript((faces) => {
    async function film(): Promise<MediaStream> {
      const pictures = new Map<string, HTMLImageElement>()
      for (const [name = '', address = ''] of faces) {
        const picture = new Image()
        picture.src = address
        await picture.decode()
        pictures.set(name, picture)
      }
      const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 640 })
      setInterval(() => {
        const asked = document.querySelector('[data-face-action]')?.getAttribute('data-face-action')
        const face = pictures.get(asked ?? 'rest') ?? pictures.get('rest')
        const context = canvas.getContext('2d')
        if (!face || !context) return
        context.fillStyle = 'silver'
        context.fillRect(0, 0, 480, 640)
        context.drawImage(face, 0, 80, 480, 480)
      }, 60)
      return canvas.captureStream(15)
    }
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: film })
  }, addresses)
}

/** A slow machine can't watch the face: then pictures are taken on a count, which counts as much. */
export async function doFaceCheck(page: Page): Promise<void> {
  await expect(page).toHaveTitle(identity.faceInPage.title)
  await page.getByRole('button', { name: '开始核验' }).click()
  const byCountdown = page.getByRole('button', { name: '按提示拍摄' })
  await expect(async () => {
    if (await byCountdown.isVisible()) await byCountdown.click()
    expect(await page.title()).not.toBe(identity.faceInPage.title)
  }).toPass({ timeout: 90_000, intervals: [500] })
}

export async function passFaceCheck(page: Page): Promise<void> {
  await doFaceCheck(page)
  await expect(page).toHaveTitle(identity.facePassedInPage.title)
  await page.getByRole('button', { name: '继续申请' }).click()
}
