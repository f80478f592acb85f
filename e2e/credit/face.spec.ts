import { expect } from '@playwright/test'
import { identity } from '../pages/addresses.ts'
import { personOf, saveIdCard, showIdCard, signInAs } from '../people/applicant.ts'
import { drawFilm } from '../devices/camera.ts'
import { test as plain } from '../product/product.ts'

const person = personOf('code-only')

/** The browser's camera plays a film, so that no code of ours is between camera and page. */
const test = plain.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const film = await drawFilm(person.key)
      const camera = `--use-file-for-fake-video-capture=${film}`
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), camera] })
    },
    // Filming takes longer on a busy machine than the browser's start timeout.
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({ recognition: 'computed' })
test.describe.configure({ timeout: 240_000 })

test('[1.004, 2.050] a face check runs through the camera, and stores nothing on the phone', async ({
  page,
}) => {
  await signInAs(page, person)
  await showIdCard(page, person)
  await saveIdCard(page)
  await expect(page).toHaveTitle(identity.faceInPage.title)

  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text())
  })
  await page.getByRole('button', { name: '开始核验' }).click()
  // Tracked, not on a countdown: the networks run here, under the page's own content policy.
  await expect(page.getByText(/^第 \d 步，共 3 步$/)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('timer')).toBeHidden()
  await expect(page).toHaveTitle(identity.facePassedInPage.title, { timeout: 120_000 })

  expect(refused).toEqual([])
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  )
  expect(stored).not.toContain('/9j/')
})
