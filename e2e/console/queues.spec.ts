import { devices, expect } from '@playwright/test'
import { expectEveryLook } from '../pages/desk-looks.ts'
import { addStaffMember, signInAsStaff } from '../people/staff-member.ts'
import { test } from '../product/product.ts'

test.use({ ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } })
test.beforeEach(async ({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test('the first page opens the rows of its figures, and the queues are empty', async ({
  page,
}, info) => {
  test.setTimeout(240_000)
  const suffix = info.testId.slice(-6)
  await signInAsStaff(
    page,
    await addStaffMember(`queue-${suffix}`, { name: '苏见山', roles: 'operator' }),
  )
  await page.goto('/console/')
  await expect(page.getByRole('link', { name: '首页' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { name: '渠道资金与账面' })).toBeVisible()
  await expectEveryLook(page, 'home', info)

  await page.getByRole('table', { name: /^日终/ }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/console\/exceptions\?kind=night-failed$/)
  await expect(page.getByRole('button', { name: '日终失败' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByRole('heading', { name: '没有未关闭的异常' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(page).toHaveURL(/\/console\/reviews$/)
  await expect(page.getByRole('heading', { name: '没有待审核的事项' })).toBeVisible()
  await expectEveryLook(page, 'reviews', info)
})
