import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { FACE_FOLDER } from '@qingzhou/web/src/shared/face-check/face-files.ts'
import { identity } from '../pages/addresses.ts'

const FACES = ['rest', 'blink', 'turnLeft', 'turnRight', 'openMouth']

/**
 * Simulates a person in front of the phone's camera who does what the page asks. The phone cannot
 * track a face, so pictures are taken on a countdown: the speed of this machine has no influence.
 */
export async function simulateFace(page: Page, personKey: string): Promise<void> {
  await page.route(`**${FACE_FOLDER}*`, (route) => route.abort())
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
        const action = document
          .querySelector('[data-face-action]')
          ?.getAttribute('data-face-action')
        const face = pictures.get(action ?? 'rest') ?? pictures.get('rest')
        const context = canvas.getContext('2d')
        if (!face || !context) return
        context.fillStyle = 'silver'
        context.fillRect(0, 0, 480, 640)
        context.drawImage(face, 0, 80, 480, 480)
      }, 150)
      return canvas.captureStream(7)
    }
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: film })
  }, addresses)
}

/** Goes through a face check until its page is left. */
export async function showFace(page: Page, check: { readonly title: string }): Promise<void> {
  await expect(page).toHaveTitle(check.title)
  await showFaceUntil(page, async () => (await page.title()) !== check.title)
}

/**
 * Goes through a face check until it has a result; retries after a broken connection as a user
 * would.
 */
export async function showFaceUntil(page: Page, isOver: () => Promise<boolean>): Promise<void> {
  await page.getByRole('button', { name: '开始核验' }).click()
  const sendAgain = page.getByRole('button', { name: '重新提交' })
  await expect(async () => {
    if (await sendAgain.isVisible()) await sendAgain.click()
    const seen = await page.getByRole('main').innerText()
    expect(await isOver(), seen).toBe(true)
  }).toPass({ timeout: 120_000, intervals: [500] })
}

export async function passFaceCheck(page: Page): Promise<void> {
  await showFace(page, identity.faceInPage)
  await expect(page).toHaveTitle(identity.facePassedInPage.title)
  await page.getByRole('button', { name: '继续申请' }).click()
}
