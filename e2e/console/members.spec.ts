import { devices, expect, type Browser, type Page } from '@playwright/test'
import { expectEveryLook } from '../pages/desk-looks.ts'
import { addStaffMember, signInAsStaff } from '../people/staff-member.ts'
import { test } from '../product/product.ts'

test.use({ ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } })

async function openDesk(browser: Browser, name: string, username: string): Promise<Page> {
  const page = await newDesk(browser)
  await signInAsStaff(page, await addStaffMember(username, { name, roles: 'admin' }))
  return page
}

async function newDesk(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ ...devices['Desktop Chrome'] })).newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return page
}

/** Sends the open form of a proposal, and has another administrator approve it. */
async function carryOut(proposer: Page, approver: Page, act: string): Promise<void> {
  await proposer.getByLabel('提议理由（写入日志，复核人可见）').fill('岗位调整')
  await proposer.getByRole('button', { name: `提交${act}提议` }).click()
  await expect(proposer.getByText('暂不能同意（规则 V1）')).toBeVisible()
  await approver.goto(new URL(proposer.url()).pathname)
  await approver.getByRole('button', { name: `同意${act}` }).click()
  await expect(approver.getByText('已执行').first()).toBeVisible()
}

async function openMember(page: Page, username: string): Promise<void> {
  await page.goto('/console/access/members')
  await page
    .getByRole('row')
    .filter({ hasText: username })
    .getByRole('link', { name: /^S\d+$/ })
    .click()
}

test('a new member gets a first password in two halves and replaces it; roles are changed by two administrators', async ({
  browser,
}, info) => {
  const suffix = info.testId.slice(-6)
  const one = await openDesk(browser, '温叙言', `one-${suffix}`)
  const two = await openDesk(browser, '岑未晞', `two-${suffix}`)
  const username = `new-${suffix}`

  await one.goto('/console/access/members')
  await one.getByRole('button', { name: '新增成员' }).click()
  const form = one.getByRole('dialog', { name: '提议新增成员' })
  await form.getByLabel('用户名').fill(username)
  await form.getByLabel('姓名').fill('纪南星')
  await form.getByRole('group', { name: '角色' }).getByLabel('操作员').check()
  await form.getByLabel('手机号').fill('13900007321')
  await form.getByLabel('提议理由（写入日志，复核人可见）').click()
  await expect(one.getByText('由两名管理员各领取一半')).toBeVisible()
  await expectEveryLook(one, 'add', info)
  await carryOut(one, two, '新增成员')

  const halves: string[] = []
  for (const admin of [one, two]) {
    await openMember(admin, username)
    const drawer = admin.getByRole('dialog', { name: '纪南星' })
    await expect(drawer.getByText('尚未设置')).toBeVisible()
    await drawer.getByRole('button', { name: '领取首次登录密码' }).click()
    const shown = drawer.getByText(/^[A-Z2-9]{4} [A-Z2-9]{4}$/)
    halves.push(await shown.innerText())
    await expectEveryLook(admin, `half-${halves.length}`, info)
  }

  const member = await newDesk(browser)
  await member.goto('/console/customers')
  await member.getByRole('button', { name: '首次登录，设置密码' }).click()
  await member.getByLabel('用户名').fill(username)
  await member.getByLabel('首次登录密码').fill(halves.join(' '))
  await member.getByLabel('新密码', { exact: true }).fill('Calm_Harbour_7')
  await member.getByLabel('再次输入新密码').fill('Calm_Harbour_8')
  await member.getByRole('button', { name: '设置密码并登录' }).click()
  await expect(member.getByRole('alert')).toHaveText('两次输入的新密码不一致')
  await expectEveryLook(member, 'choose', info)
  await member.getByLabel('再次输入新密码').fill('Calm_Harbour_7')
  await member.getByRole('button', { name: '设置密码并登录' }).click()
  await expect(member.getByRole('heading', { name: '最近查找' })).toBeVisible()

  await openMember(one, username)
  const drawer = one.getByRole('dialog', { name: '纪南星' })
  await expect(drawer.getByText('本人已设置')).toBeVisible()
  await expect(drawer.getByRole('button', { name: '领取首次登录密码' })).toHaveCount(0)
  await drawer.getByRole('button', { name: '变更角色' }).click()
  await one.getByRole('group', { name: '角色' }).getByLabel('审核员').check()
  await expect(one.getByText(/操作员 → 审核员|→ 审核员/).first()).toBeVisible()
  await expectEveryLook(one, 'roles', info)
  await carryOut(one, two, '变更角色')
  // A change of roles ends the sessions: the member signs in with the password they chose.
  await member.reload()
  await member.getByLabel('用户名').fill(username)
  await member.getByLabel('密码', { exact: true }).fill('Calm_Harbour_7')
  await member.getByRole('button', { name: '登录', exact: true }).click()
  await expect(member.getByText('审核员')).toBeVisible()

  await one.goto('/console/access/log')
  await expect(one.getByRole('cell', { name: '领取首次登录密码' })).toHaveCount(2)
  for (const page of [one, two, member]) await page.context().close()
})
