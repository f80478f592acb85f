import { expect } from '@playwright/test'
import { seriousFindings } from '../pages/opens-well.ts'
import { askForCode } from '../people/borrower.ts'
import { test } from '../product/product.ts'

test.use({
  viewport: { width: 1440, height: 900 },
  isMobile: false,
  hasTouch: false,
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
})

test('a visitor at a computer signs in with the details on the desk', async ({ page }) => {
  await page.goto('/desk/')
  const phone = page.frameLocator('iframe')
  await phone.getByLabel('手机号', { exact: true }).waitFor()

  await page.getByRole('button', { name: '填入手机号' }).click()
  const number = await phone.getByLabel('手机号', { exact: true }).inputValue()
  await askForCode(phone, number)

  const inbox = page.getByRole('region', { name: '收件箱' })
  const code = inbox.getByRole('button', { name: /^\d{5}/ }).first()
  await code.waitFor()
  await code.click()
  await expect(phone.getByLabel('短信验证码')).toHaveValue(/^\d{5}$/)

  await phone.getByRole('checkbox').check()
  await phone.getByRole('button', { name: '登录并查看额度' }).click()
  await expect(phone.getByRole('heading', { name: '身份认证' })).toBeVisible()

  // The outline of the page has the same heading.
  await expect(phone.getByLabel('拍摄人像面')).toBeAttached()
  for (const side of ['人像面', '国徽面']) {
    await page.getByRole('button', { name: `${side}放进手机` }).click()
  }
  await expect(phone.getByText('已识别')).toHaveCount(2, { timeout: 40_000 })
})

test('the desk and the component gallery have no serious accessibility violations', async ({
  page,
}) => {
  await page.goto('/desk/')
  await page.getByRole('button', { name: '填入手机号' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('link', { name: '组件' }).click()
  await expect(page.getByRole('heading', { name: '整屏', exact: true })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})
