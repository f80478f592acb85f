import { devices, expect, type Browser, type Page } from '@playwright/test'
import { phone as device } from '../devices/phone.ts'
import { expectEveryLook } from '../pages/desk-looks.ts'
import { addStaffMember, signInAsStaff } from '../people/staff-member.ts'
import { signInWithLimit } from '../people/with-limit.ts'
import { test } from '../product/product.ts'

test.use({ ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } })

async function openDesk(browser: Browser, roles: string, name: string, suffix: string) {
  const page = await (await browser.newContext({ ...devices['Desktop Chrome'] })).newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAsStaff(page, await addStaffMember(`${roles}-${suffix}`, { name, roles }))
  return page
}

async function openCustomer(page: Page, phone: string): Promise<void> {
  await page.goto('/console/customers')
  await page.getByRole('search').getByRole('textbox').fill(phone)
  await page.keyboard.press('Enter')
  await expect(page.getByText('账户正常')).toBeVisible()
}

async function fillAmount(page: Page, kind: string, amount: string): Promise<void> {
  await page.getByRole('combobox', { name: '事项' }).selectOption({ label: kind })
  await page.getByLabel('金额（元）').fill(amount)
  await page.getByLabel('提议理由（写入日志，复核人可见）').fill('客户来电，收入增加')
  await expect(page.getByRole('heading', { name: '变更对比' })).toBeVisible()
}

test('an act is proposed by one member of staff and approved by another; a moved base is renewed first', async ({
  browser,
}, info) => {
  test.setTimeout(240_000)
  const borrower = await (await browser.newContext(device)).newPage()
  // Other journeys of the product draw on their limits, so that none could be lowered this far.
  const { phone } = await signInWithLimit(borrower, 'spreader')
  await borrower.context().close()
  const suffix = info.testId.slice(-6)
  const agent = await openDesk(browser, 'operator', '纪南星', suffix)
  const reviewer = await openDesk(browser, 'reviewer', '温叙言', suffix)

  await openCustomer(agent, phone)
  await agent.keyboard.press('e')
  await fillAmount(agent, '上调额度', '95000')
  await expect(agent.getByText('须由 1 名')).toBeVisible()
  await expectEveryLook(agent, 'act', info)
  await agent.getByRole('button', { name: '提交上调额度提议' }).click()
  await expect(agent.getByRole('heading', { name: '上调额度' })).toBeVisible()
  await expect(agent.getByText('暂不能同意（规则 V1）')).toBeVisible()
  const address = new URL(agent.url())

  await reviewer.goto(address.pathname)
  await expect(reviewer.getByRole('heading', { name: '上调额度' })).toBeVisible()
  await expectEveryLook(reviewer, 'approve', info)
  await reviewer.getByLabel('写留言，提议人和复核人可见').fill('<b>请补充收入证明</b>')
  await reviewer.getByRole('button', { name: '发送' }).click()
  await expect(reviewer.getByText('<b>请补充收入证明</b>')).toBeVisible()

  // The limit changes after the proposal: it has to be renewed.
  await openCustomer(agent, phone)
  await agent.getByRole('button', { name: '发起提议' }).click()
  await fillAmount(agent, '下调额度', '1000')
  await agent.getByRole('button', { name: '下调额度' }).click()
  await expect(agent.getByRole('dialog')).toHaveCount(0)

  await reviewer.reload()
  await expect(reviewer.getByText('提议后情况有变动，不能按原内容同意')).toBeVisible()
  await expect(reviewer.getByRole('button', { name: '同意上调额度' })).toBeDisabled()
  await expectEveryLook(reviewer, 'moved', info)
  await reviewer.getByRole('button', { name: '退回纪南星更新' }).click()
  await reviewer.getByLabel('原因（写入日志，提议人可见）').fill('额度已下调，请更新')
  await reviewer.getByRole('button', { name: '确认' }).click()
  await expect(reviewer.getByRole('dialog')).toHaveCount(0)

  await agent.goto(address.pathname + address.search)
  await agent.getByRole('button', { name: '按现状更新提议' }).click()
  await expect(agent.getByRole('button', { name: '按现状更新提议' })).toHaveCount(0)

  await reviewer.reload()
  await expect(reviewer.getByRole('button', { name: '同意上调额度' })).toBeEnabled()
  await reviewer.keyboard.press('a')
  await expect(reviewer.getByText('已执行').first()).toBeVisible()
  await agent.context().close()
  await reviewer.context().close()
})
