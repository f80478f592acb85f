import { devices, expect, type Browser, type Page } from '@playwright/test'
import { expectEveryLook } from '../pages/desk-looks.ts'
import { personOf } from '../people/applicant.ts'
import { callAs } from '../people/caller.ts'
import { orderDrawByCall } from '../people/calls-of-a-borrower.ts'
import { addStaffMember, signInAsStaff } from '../people/staff-member.ts'
import { businessDate, grantLimit, listBankTransfers, setBankFault } from '../people/with-limit.ts'
import { runCommand } from '../product/command.ts'
import { test } from '../product/product.ts'

test.use({ ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } })

async function openDesk(browser: Browser, roles: string, name: string, suffix: string) {
  const page = await (await browser.newContext({ ...devices['Desktop Chrome'] })).newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAsStaff(page, await addStaffMember(`${roles}-${suffix}`, { name, roles }))
  return page
}

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name })

test('a difference above the amount of one person is proposed, approved, and the queue is empty', async ({
  browser,
  page,
  product,
}, info) => {
  test.setTimeout(300_000)
  // The bank declines a disbursement, and pays it later without a word.
  const person = personOf('replanner')
  await grantLimit(page, person)
  const borrower = await callAs(product.address, person)
  await setBankFault(page, { decline: true })
  const drawNo = await orderDrawByCall(borrower, { amountFen: 3_000_00n })
  await expect(async () => {
    expect((await borrower.api.loans.result({ drawNo })).state).toBe('failed')
  }).toPass({ timeout: 60_000 })
  await setBankFault(page, { decline: false })
  const [transfer] = await listBankTransfers(page, person)
  const data = { orderNo: transfer?.orderNo }
  expect((await page.request.post('/sandbox/bank/change-of-mind', { data })).ok()).toBe(true)
  const day = ['--date', await businessDate(page)]
  await runCommand('reconcile', day, { exitCode: 1 })

  const suffix = info.testId.slice(-6)
  const agent = await openDesk(browser, 'operator', '纪南星', suffix)
  const reviewer = await openDesk(browser, 'reviewer', '温叙言', suffix)
  await agent.goto('/console/exceptions')
  await expect(section(agent, '异常')).toHaveText(/1$/)
  await agent.getByRole('button', { name: '领取下一件' }).click()
  const panel = agent.getByRole('complementary')
  await expect(panel.getByText('负责人：纪南星')).toBeVisible()
  await expect(panel.getByText('3,000.00').first()).toBeVisible()
  await expectEveryLook(agent, 'exception', info)

  await panel.getByRole('button', { name: '接受并写明原因' }).click()
  const drawer = agent.getByRole('dialog')
  await expect(drawer.getByText('须另一人复核')).toBeVisible()
  await drawer.getByRole('textbox', { name: '原因' }).fill('银行已确认补付，款项由客户退回')
  await expectEveryLook(agent, 'propose', info)
  await drawer.getByRole('button', { name: '接受并写明原因' }).click()
  await expect(drawer.getByText(/^已提交复核，提议/)).toBeVisible()
  await drawer.getByRole('button', { name: '关闭' }).last().click()
  await expect(panel.getByRole('button', { name: '接受并写明原因' })).toBeDisabled()
  // Nobody approves their own proposal: it does not wait for who made it.
  await expect(section(agent, '待我处理')).toHaveText('待我处理')

  await reviewer.goto('/console/inbox')
  await expect(section(reviewer, '待我处理')).toHaveText(/1$/)
  await reviewer.getByRole('navigation', { name: '待我处理' }).getByRole('link').first().click()
  await expect(reviewer.getByText('银行已确认补付，款项由客户退回').first()).toBeVisible()
  await expectEveryLook(reviewer, 'approve-exception', info)
  await reviewer.keyboard.press('a')
  await expect(reviewer.getByText('已执行').first()).toBeVisible()
  await expect(section(reviewer, '待我处理')).toHaveText('待我处理')
  await expect(section(reviewer, '异常')).toHaveText('异常')

  await agent.goto('/console/exceptions')
  await expect(agent.getByRole('heading', { name: '没有未关闭的异常' })).toBeVisible()
  await expect(section(agent, '异常')).toHaveText('异常')
  await runCommand('reconcile', day)
  for (const one of [agent, reviewer]) await one.context().close()
})
