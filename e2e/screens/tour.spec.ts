import { expect } from '@playwright/test'
import type { FrameLocator, Page } from '@playwright/test'
import { seriousFindings } from '../pages/opens-well.ts'
import { askForCode, receivedCode } from '../people/borrower.ts'
import { addStaffMember } from '../people/staff-member.ts'
import { test } from '../product/product.ts'

test.use({
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
})

/** The first of the test people, who has no account yet. */
const NUMBER = '13900000001'

const tourOf = (page: Page) => page.getByRole('complementary', { name: '五分钟导览' })

/** Performs the action of the current stop. */
async function act(page: Page, { at, action }: { at: string; action: string }): Promise<void> {
  await expect(tourOf(page)).toContainText(at)
  await tourOf(page).getByRole('button', { name: action }).click()
}

/** The tour detects that the action is done, and continues. */
async function goOn(page: Page, { timeout = 60_000 } = {}): Promise<void> {
  await expect(tourOf(page)).toContainText('已完成', { timeout })
  await tourOf(page).getByRole('button', { name: '下一步' }).click()
}

/** Presses the received code, which fills it in on the phone. */
async function takeCode(page: Page, phone: FrameLocator): Promise<string> {
  await phone.getByText('已发送至').waitFor()
  const code = await receivedCode(page, NUMBER)
  await page.getByRole('button', { name: code }).click()
  return code
}

async function signIn(page: Page, phone: FrameLocator): Promise<void> {
  const field = phone.getByLabel('手机号', { exact: true })
  await expect(field).toHaveValue('139 0000 0001')
  await askForCode(phone, NUMBER)
  const code = await takeCode(page, phone)
  await expect(phone.getByLabel('短信验证码')).toHaveValue(code)
  await phone.getByRole('checkbox').check()
  await phone.getByRole('button', { name: '登录并查看额度' }).click()
  await expect(phone.getByRole('heading', { name: '身份认证' })).toBeVisible()
}

/** From the quote to the money on the card, following the tour's texts. */
async function borrow(page: Page, phone: FrameLocator): Promise<void> {
  await phone.getByRole('textbox', { name: '借款金额' }).fill('6000')
  await phone.getByText('12 期', { exact: true }).click()
  await phone.getByRole('button', { name: /^借款用途/ }).click()
  await phone.getByRole('radio', { name: '日常消费' }).click()
  await expect(phone.getByText('首期应还')).toBeVisible()
  await phone.getByRole('checkbox').check()
  await phone.getByRole('button', { name: /^确认借款/ }).click()
  await phone.getByRole('button', { name: '我已了解全部成本，去签署' }).click({ timeout: 30_000 })
  await takeCode(page, phone)
  await expect(phone.getByText('借款成功，资金已到账')).toBeVisible({ timeout: 60_000 })
}

async function repay(page: Page, phone: FrameLocator): Promise<void> {
  await phone.getByRole('link', { name: '立即还款' }).click()
  await phone.getByRole('button', { name: /^去支付 [\d,.]+ 元$/ }).click()
  await phone.getByRole('button', { name: /^确认还款/ }).click()
  await takeCode(page, phone)
  await expect(phone.getByText('还款成功')).toBeVisible({ timeout: 60_000 })
}

/** Signs in at the console in its own window, and opens the customer by the phone number. */
async function findInConsole(page: Page, username: string): Promise<void> {
  const member = await addStaffMember(username, { name: '纪南星', roles: 'operator' })
  await page.getByLabel('用户名').fill(member.username)
  await page.getByLabel('密码', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('search').getByRole('textbox').fill(NUMBER)
  await page.keyboard.press('Enter')
  await expect(page.getByText('账户正常')).toBeVisible()
  await page.close()
}

test('the tour leads a new customer from signing in to a bank failure', async ({ page }, info) => {
  test.setTimeout(480_000)
  await page.goto('/desk/')
  const phone = page.frameLocator('iframe')
  await phone.getByLabel('手机号', { exact: true }).waitFor()

  await act(page, { at: '1/9', action: '填好沈青禾的手机号' })
  await signIn(page, phone)
  await goOn(page)

  await act(page, { at: '2/9', action: '代办申请' })
  await goOn(page, { timeout: 120_000 })

  await act(page, { at: '3/9', action: '打开借款页' })
  await borrow(page, phone)
  await goOn(page)

  await act(page, { at: '4/9', action: '前进 7 天' })
  await goOn(page, { timeout: 120_000 })

  await act(page, { at: '5/9', action: '打开还款页' })
  await repay(page, phone)
  await goOn(page)

  await act(page, { at: '6/9', action: '打开账本' })
  await expect(page.getByRole('list', { name: '分录' })).toContainText('还款')
  await goOn(page)

  await act(page, { at: '7/9', action: '在手机里打开员工端' })
  await expect(phone.getByRole('button', { name: '登录工作台' })).toBeVisible()
  await page.reload()
  await act(page, { at: '7/9', action: '在手机里打开员工端' })
  await expect(tourOf(page)).not.toContainText('已完成')
  await act(page, { at: '7/9', action: '返回客户的手机' })
  await expect(phone.getByText('可用额度').first()).toBeVisible()
  await tourOf(page).getByRole('button', { name: '下一步' }).click()

  const opened = page.waitForEvent('popup')
  await act(page, { at: '8/9', action: '复制沈青禾的手机号，打开运营台' })
  await expect(tourOf(page)).not.toContainText('已完成')
  await findInConsole(await opened, `tour-${info.testId.slice(-6)}`)
  await goOn(page)

  await act(page, { at: '9/9', action: '让银行付款后断线，再借一笔' })
  await expect(tourOf(page)).not.toContainText('已完成')
  expect(await seriousFindings(page)).toEqual([])
  await borrow(page, phone)
  await page.getByRole('button', { name: '全部恢复正常' }).click()
  await expect(tourOf(page)).toContainText('已完成')

  await tourOf(page).getByRole('button', { name: '完成导览' }).click()
  await expect(tourOf(page)).toBeHidden()
  await page.getByRole('button', { name: '五分钟导览' }).click()
  await expect(tourOf(page)).toContainText('1/9')
})
