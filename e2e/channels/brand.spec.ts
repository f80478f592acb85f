import { join } from 'node:path'
import { expect } from '@playwright/test'
import { root } from '@qingzhou/tools/root.ts'
import { at, notices, onboarding } from '../pages/addresses.ts'
import { expectAccessible } from '../pages/opens-well.ts'
import { newPhone } from '../people/borrower.ts'
import { signInAs } from '../people/applicant.ts'
import { test } from '../product/product.ts'

test.use({ brandFile: join(root, 'packages/ui/src/gallery/brand.example.json') })

/** The primary colour of the example, light and dark. */
const primary = { light: '#2f4aa8', dark: '#a3b6ff' }

test('a partner’s brand has its own name, colours and service phone on every page', async ({
  page,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(at(onboarding.landing, { uriId: 'web-home' }))
    await expect(page).toHaveTitle('远帆')
    await expect(page.getByText('轻舟')).toHaveCount(0)
    const colour = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--color-primary').trim(),
    )
    expect(colour).toBe(primary[colorScheme])
    await expectAccessible(page)
  }
  await page.goto(at({ ...notices.servicePage, path: '/user/help' }))
  await expect(page.getByText('400-000-0001').first()).toBeVisible()
  await expect(page.getByText('轻舟')).toHaveCount(0)
  await page.goto(at({ ...notices.servicePage, path: '/user/about' }))
  await expect(page.getByText('远帆消费金融有限公司（消费金融公司）')).toBeVisible()
  await expect(page.getByText('X9999H999900002')).toBeVisible()
  await signInAs(page, { phone: newPhone() })
  await expect(page.getByText('轻舟')).toHaveCount(0)
})
