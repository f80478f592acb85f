import { devices, expect } from '@playwright/test'
import { expectAccessible } from '../pages/opens-well.ts'
import { at, staff } from '../pages/addresses.ts'
import { runCommand } from '../product/command.ts'
import { handOver, handoverToken } from '../people/admin-platform.ts'
import { test } from '../product/product.ts'
import { signInAsStaff, addStaffMember, typeCredentials } from '../people/staff-member.ts'

test.use({ ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } })
test.beforeEach(async ({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test('a reviewer has no access to the employee roster', async ({ page }) => {
  const member = await addStaffMember('only-reviewer', { name: '冯清和', roles: 'reviewer' })
  await signInAsStaff(page, member)
  await expect(page.getByRole('link', { name: /名单/ })).toHaveCount(0)
  for (const screen of [staff.nameList, staff.addName]) {
    await page.goto(at(screen))
    await expect(page.getByText('您的岗位没有这项权限')).toBeVisible()
    await expectAccessible(page)
  }
})

test('a member of staff is handed over by the admin platform, once', async ({
  page,
  product,
  browser,
}) => {
  const member = await addStaffMember('from-platform', { name: '秦川', roles: 'reviewer' })
  const token = handoverToken(member)
  await handOver(page.context(), token, product)
  // The page that was wanted opens without a password.
  await page.goto(at(staff.handleLoans))
  await expect(page.getByRole('tab', { name: /^待审核/ })).toBeVisible()
  await expect(page.getByText(member.name, { exact: true })).toBeVisible()
  const names = (await page.context().cookies()).map(({ name }) => name)
  expect(names).toContain('staffToken')
  expect(names).not.toContain('adminPlatformToken')
  await page.reload()
  await expect(page.getByRole('tab', { name: /^待审核/ })).toBeVisible()
  await expectAccessible(page)

  const another = await (await browser.newContext()).newPage()
  await another.emulateMedia({ reducedMotion: 'reduce' })
  await handOver(another.context(), token, product)
  await another.goto(at(staff.staffHome))
  await expect(another.getByRole('alert')).toContainText('请输入用户名和密码登录')
  await expectAccessible(another)
  await typeCredentials(another, member)
  await expect(another.getByText(member.name, { exact: true })).toBeVisible()
  await another.context().close()
})

test('[4.036] a changed role ends the session: the next tap leads to the sign-in, and back', async ({
  page,
}) => {
  const member = await addStaffMember('changing', { name: '陈怀瑾', roles: 'reviewer' })
  await signInAsStaff(page, member)
  await page.goto(at(staff.handleLoans))
  await runCommand('staff', ['roles', member.username, 'operator'])
  await page.getByRole('tab', { name: /^已失效/ }).click()
  await expect(page.getByRole('status').filter({ hasText: '登录已失效' })).toBeVisible()
  await expect(page).toHaveTitle(staff.staffHome.title)
  await typeCredentials(page, member)
  await expect(page).toHaveTitle(staff.handleLoans.title)
  // The screens of the new role are accessible now.
  await page.goto(at(staff.nameList))
  await expect(page.getByRole('heading', { name: '批量导入' })).toBeVisible()
})

test('after five wrong passwords the right one is refused too', async ({ page }) => {
  const member = await addStaffMember('forgetful', { name: '郑思齐', roles: 'operator' })
  await page.goto(at(staff.staffHome))
  for (const triesLeft of [4, 3, 2, 1]) {
    await typeCredentials(page, { ...member, password: 'Wrong_Water_1' })
    await expect(page.getByText(`还可以再试 ${triesLeft} 次`)).toBeVisible()
  }
  await typeCredentials(page, { ...member, password: 'Wrong_Water_1' })
  await expect(page.getByText(/登录失败次数过多/)).toBeVisible()
  await typeCredentials(page, member)
  await expect(page.getByText(/登录失败次数过多/)).toBeVisible()
  await expectAccessible(page)
})

test('without a network a list says so, and loads by itself once the network is back', async ({
  page,
}) => {
  const member = await addStaffMember('travelling', { name: '钱云帆', roles: 'operator' })
  await signInAsStaff(page, member)
  // Of a kind that no other journey uses.
  await page.goto(at(staff.handleLoans, { source: '0', subject: 'hardship' }))
  await expect(page.getByText('没有待上传的凭证')).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('tab', { name: /^已失效/ }).click()
  await expect(page.getByRole('button', { name: '重新加载' })).toBeVisible()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await expect(page.getByText('没有已失效的凭证')).toBeVisible()
})
