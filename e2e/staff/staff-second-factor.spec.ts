import { devices, expect } from '@playwright/test'
import { totpCode } from '@qingzhou/server/features/staff-members/totp.ts'
import { expectAccessible } from '../pages/opens-well.ts'
import { at, staff } from '../pages/addresses.ts'
import { runCommand } from '../product/command.ts'
import { test } from '../product/product.ts'
import { addStaffMember, typeCredentials } from '../people/staff-member.ts'

test.use({ ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } })
test.beforeEach(async ({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

const codeNow = (secret: string) => totpCode(secret, Math.floor(Date.now() / 30_000))

test('a member enrols an authenticator app, and signs in with a code, with a recovery code, and again after a reset', async ({
  page,
}) => {
  const member = await addStaffMember('two-steps', { name: '沈知远', roles: 'reviewer' })
  await runCommand('staff', ['require-second-factor', member.username])
  await page.goto(at(staff.staffHome))
  await typeCredentials(page, member)
  await expect(page.getByRole('img', { name: '身份验证器的绑定二维码' })).toBeVisible()
  await expectAccessible(page)
  const secret = ((await page.locator('.secret-text').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('动态验证码', { exact: true }).fill('000000')
  await page.getByRole('button', { name: '绑定并登录' }).click()
  await expect(page.getByText('动态验证码有误')).toBeVisible()
  await page.getByLabel('动态验证码', { exact: true }).fill(codeNow(secret))
  await page.getByRole('button', { name: '绑定并登录' }).click()
  await expect(page.getByRole('heading', { name: '请保存恢复码' })).toBeVisible()
  await expectAccessible(page)
  const [recoveryCode = ''] = await page.locator('.recovery-codes code').allTextContents()
  await page.getByRole('button', { name: '已保存，进入工作台' }).click()
  await expect(page.getByText(member.name, { exact: true })).toBeVisible()

  await page.getByRole('button', { name: '退出登录' }).click()
  await typeCredentials(page, member)
  await page.getByLabel('动态验证码', { exact: true }).fill(recoveryCode)
  await expectAccessible(page)
  await page.getByRole('button', { name: '验证并登录' }).click()
  await expect(page.getByText(member.name, { exact: true })).toBeVisible()

  await runCommand('staff', ['reset-second-factor', member.username])
  await page.goto(at(staff.staffHome))
  await page.reload()
  await typeCredentials(page, member)
  await expect(page.getByRole('img', { name: '身份验证器的绑定二维码' })).toBeVisible()
})
