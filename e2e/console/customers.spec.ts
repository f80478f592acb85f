import { gzipSync } from 'node:zlib'
import { devices, expect } from '@playwright/test'
import { phone as device } from '../devices/phone.ts'
import { expectEveryLook } from '../pages/desk-looks.ts'
import { seriousFindings } from '../pages/opens-well.ts'
import { addStaffMember, signInAsStaff } from '../people/staff-member.ts'
import { signInWithLimit } from '../people/with-limit.ts'
import { test } from '../product/product.ts'

test.use({ ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } })
test.beforeEach(async ({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test('a member of staff finds a customer by phone, reads every part, and unmasks for a reason', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(240_000)
  const borrower = await (await browser.newContext(device)).newPage()
  const { phone } = await signInWithLimit(borrower, 'mover')
  await borrower.context().close()
  const suffix = info.testId.slice(-6)
  await signInAsStaff(
    page,
    await addStaffMember(`desk-${suffix}`, { name: '纪南星', roles: 'operator' }),
  )

  await page.goto('/console/customers')
  await expect(page.getByRole('link', { name: '客户' })).toHaveAttribute('aria-current', 'page')

  await page.keyboard.press('/')
  await page.keyboard.type(phone.slice(0, 9))
  await page.keyboard.press('Enter')
  await expect(page.getByText('看起来像不完整的手机号，请核对位数。')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('search').getByRole('textbox').fill(phone)
  await page.keyboard.press('Enter')
  await expect(page.getByText('账户正常')).toBeVisible()
  expect(page.url()).not.toContain(phone)
  await expect(page.getByText(phone)).toHaveCount(0)
  await expectEveryLook(page, 'overview', info)

  await page.getByRole('button', { name: '查看完整信息' }).click()
  await page.getByLabel('核对身份').check()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: '显示完整信息' }).click()
  await expect(page.getByText(phone)).toBeVisible()
  const name = await page.locator('.note .strong').first().innerText()
  // The dialog returns the focus to the button that opened it.
  await expect(page.getByRole('button', { name: '查看完整信息' })).toBeFocused()
  await page.getByRole('button', { name: '立即隐藏' }).click()
  await expect(page.getByText(phone)).toHaveCount(0)

  for (const tab of [
    '审批与额度',
    '订单与支付',
    '优惠',
    '文件与凭证',
    '消息',
    '设备与会话',
    '时间线',
  ]) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(page.getByRole('status')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectEveryLook(page, tab, info)
  }

  await page.getByRole('link', { name: '文件与凭证' }).click()
  const download = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^下载《/ })
    .first()
    .click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)

  await page.getByRole('link', { name: '时间线' }).click()
  await page.reload()
  await expect(page.getByRole('link', { name: '时间线' })).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: '快捷键' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/console\/customers$/)
  await expect(page.getByRole('heading', { name: '最近查找' })).toBeVisible()
  await page.getByRole('search').getByRole('textbox').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText('请在姓名后加手机号或证件号码的后四位')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page
    .getByRole('search')
    .getByRole('textbox')
    .fill(`${name} ${phone.slice(-4)}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('账户正常')).toBeVisible()
  await page.goto('/console/customers')
  await page.getByRole('button', { name: '切换到英文' }).click()
  await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible()
  await expectEveryLook(page, 'recent', info)
})

test('the first page of the console weighs no more than 250 kB as it is sent', async ({ page }) => {
  const sizes: Promise<number>[] = []
  // The product of a test sends its files uncompressed.
  page.on('response', (response) =>
    sizes.push(response.body().then((body) => gzipSync(body).length)),
  )
  await page.goto('/console/')
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(sizes)).reduce((total, size) => total + size, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(250_000)
})
