import { devices, expect } from '@playwright/test'
import { expectEveryLook } from '../pages/desk-looks.ts'
import { addStaffMember, signInAsStaff } from '../people/staff-member.ts'
import { test } from '../product/product.ts'

test.use({ ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } })
test.beforeEach(async ({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test('a member signs in; an administrator ends the session, another one approves the end of the access, and the log is verified', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(120_000)
  const suffix = info.testId.slice(-6)
  const agent = await addStaffMember(`agent-${suffix}`, { name: '纪南星', roles: 'operator' })
  const agentPage = await (await browser.newContext()).newPage()
  await agentPage.goto('/console/customers')
  await expectEveryLook(agentPage, 'sign-in', info)
  await agentPage.getByLabel('用户名').fill(agent.username)
  await agentPage.getByLabel('密码').fill('Wrong_Water_1')
  await agentPage.getByRole('button', { name: '登录', exact: true }).click()
  await expect(agentPage.getByRole('alert')).toBeVisible()
  await agentPage.getByLabel('密码').fill(agent.password)
  await agentPage.getByRole('button', { name: '登录', exact: true }).click()
  await expect(agentPage.getByRole('heading', { name: '最近查找' })).toBeVisible()
  await signInAsStaff(
    page,
    await addStaffMember(`admin-${suffix}`, { name: '温叙言', roles: 'admin' }),
  )

  await page.goto('/console/access/sessions')
  const session = page.getByRole('row', { name: '纪南星' }).first()
  await expect(session).toBeVisible()
  await expectEveryLook(page, 'sessions', info)
  await session.getByRole('button', { name: '结束会话' }).click()
  await expect(page.getByRole('row', { name: '纪南星' })).toHaveCount(0)

  await page.getByRole('link', { name: '成员', exact: true }).click()
  await expectEveryLook(page, 'members', info)
  const row = page.getByRole('row').filter({ hasText: `agent-${suffix}` })
  await row.getByRole('link').click()
  const drawer = page.getByRole('dialog', { name: '纪南星' })
  await expectEveryLook(page, 'member', info)
  await drawer.getByRole('button', { name: '停用成员' }).click()
  const form = page.getByRole('dialog', { name: '提议停用成员' })
  await expect(form.getByText('可登录 → 已停用')).toBeVisible()
  await form.getByLabel('提议理由（写入日志，复核人可见）').fill('已离职')
  await expectEveryLook(page, 'propose-member', info)
  await form.getByRole('button', { name: '提交停用成员提议' }).click()
  await expect(page.getByText('暂不能同意（规则 V1）')).toBeVisible()
  const address = new URL(page.url()).pathname

  const second = await (await browser.newContext({ ...devices['Desktop Chrome'] })).newPage()
  await signInAsStaff(
    second,
    await addStaffMember(`second-${suffix}`, { name: '岑未晞', roles: 'admin' }),
  )
  await second.goto(address)
  await expectEveryLook(second, 'approve-member', info)
  await second.getByRole('button', { name: '同意停用成员' }).click()
  await expect(second.getByText('已执行').first()).toBeVisible()
  await second.context().close()
  await page.goto(`/console/access/members`)
  await expect(row.getByText('已停用')).toBeVisible()
  await page.getByRole('button', { name: '新增成员' }).click()
  await page.getByRole('group', { name: '角色' }).getByLabel('操作员').check()
  await expectEveryLook(page, 'add-member', info)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: '日志', exact: true }).click()
  await expect(page.getByRole('cell', { name: '停用成员' })).toBeVisible()
  await page.getByRole('button', { name: '校验日志' }).first().click()
  await expect(page.getByText('行均未被改动')).toBeVisible()
  await expectEveryLook(page, 'log', info)
  await agentPage.context().close()
})
