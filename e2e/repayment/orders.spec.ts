import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { seriousFindings } from '../pages/opens-well.ts'
import { at, cards, credit, onboarding, repayment } from '../pages/addresses.ts'
import { receivedCode } from '../people/borrower.ts'
import { borrow } from '../pages/draw.ts'
import { simulateFace } from '../devices/face-in-front.ts'
import {
  chooseBills,
  daysUntilDue,
  expectPaid,
  leaveUnpaid,
  openEarly,
  payByCard,
} from '../pages/pay.ts'
import { phone } from '../devices/phone.ts'
import { signInByCode } from '../people/in-messenger.ts'
import { test } from '../product/product.ts'
import {
  setBankFault,
  waitForEndOfDay,
  setCardBehaviour,
  advanceBusinessDate,
  signInWithLimit,
} from '../people/with-limit.ts'

// One borrower and one loan, from an overdue bill to the settlement.
test.describe.configure({ mode: 'serial', timeout: 180_000 })

let page: Page
let person: TestPerson
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  page = await (await browser.newContext(phone)).newPage()
  page.setDefaultTimeout(20_000)
  await simulateFace(page, 'channel-borrower')
  person = await signInWithLimit(page, 'channel-borrower')
  await borrow(page, { person, amount: '12000' })
})
test.afterAll(async () => {
  await setCardBehaviour(page, person, 'well')
  await page.context().close()
})

const bigNumber = () => page.locator('.num-xl')

test('[2.070] an overdue amount is paid manually, with its penalty', async () => {
  await setCardBehaviour(page, person, 'frozen')
  await advanceBusinessDate(page, (await daysUntilDue(page)) + 5)
  await page.goto(at(repayment.repayHome))
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('逾期 5 天').first()).toBeVisible()
  }).toPass({ timeout: 60_000 })
  const owed = await bigNumber().textContent()
  await page.goto(at(repayment.currentBill))
  await expect(page.getByText('罚息')).toBeVisible()
  // Otherwise the card would be debited automatically while the borrower pays.
  await waitForEndOfDay(page, person)
  await setCardBehaviour(page, person, 'well')
  await chooseBills(page)
  await payByCard(page, person)
  await expectPaid(page)
  await expect(page.locator('main')).toContainText(owed ?? 'nothing')
  await page.goto(at(repayment.repayHome))
  await expect(page.getByText('下一期应还')).toBeVisible()
})

test('[2.076, 2.087] every page about the loan and its payments opens correctly', async () => {
  // A page that still fades in has intermediate colours.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(at(repayment.repayHome))
  const loan = await page.getByRole('link', { name: /待还本金/ }).getAttribute('href')
  await page.goto(at(repayment.paymentHistory))
  const paid = await page.getByRole('link', { name: /按期还款/ }).getAttribute('href')
  const query = Object.fromEntries(
    [loan, paid].flatMap((href) => [...new URLSearchParams(href?.split('?')[1])]),
  )
  const found: unknown[] = []
  for (const screen of Object.values(repayment)) {
    await page.goto(at(screen, query))
    await expect(page).toHaveTitle(screen.title)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    found.push(...(await seriousFindings(page)))
  }
  expect(found).toEqual([])
})

test('[2.084] a payment that arrives too late for its purpose is refunded, and the refund can be tracked', async () => {
  test.setTimeout(420_000)
  // Longer than the books need to advance, on any machine.
  await setBankFault(page, { settleMs: 120_000 })
  await openEarly(page)
  await page.getByRole('button', { name: /^去支付 [\d,.]+ 元$/ }).click()
  await payByCard(page, person)
  await expect(page.getByText('还款处理中')).toBeVisible()
  // Past a due date: the ordered amount no longer settles the loan.
  await advanceBusinessDate(page, 40)
  await setBankFault(page, { settleMs: null })
  await expect(page.getByText(/元为多还款项，将原路退回$/)).toBeVisible({ timeout: 240_000 })
  await page.getByRole('link', { name: '查看退款' }).click()
  await expect(page).toHaveTitle(repayment.refund.title)
  await expect(page.getByText('确认多还，准备退回')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('已退回到卡')).toBeVisible()
  }).toPass({ timeout: 90_000 })
})

test('an unpaid order is shown at the cashier and on its result, where it goes on or is given up', async () => {
  const order = await leaveUnpaid(page)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: '继续付款' }).click()
  await page.getByRole('button', { name: '取消', exact: true }).click()
  await expect(page).toHaveTitle(repayment.paymentResult.title)
  // Cancelled in the app: nothing is wrong with a card.
  await expect(page.getByText('还款未完成')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('扣款失败')).toHaveCount(0)
  await page.getByRole('link', { name: /^重新/ }).click()
  expect(await leaveUnpaid(page)).not.toBe(order)
  await page.getByRole('link', { name: '查看进度' }).click()
  await expect(page).toHaveTitle(repayment.paymentResult.title)
  await expect(page.getByText('您还没有完成付款')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: '取消，换一种方式' }).click()
  await expect(page).toHaveTitle(repayment.cashier.title)
  await expect(page.getByRole('button', { name: /^确认还款/ })).toBeVisible()
})

test('a session that ends at the cashier is opened again on the page of bills, with the same payment', async () => {
  const button = page.getByRole('button', { name: /^确认还款/ })
  const amount = await button.textContent()
  await page.context().clearCookies()
  await button.click()
  await expect(page).toHaveURL(new RegExp(`#${onboarding.repayLanding.path}\\?`))
  await page.reload()
  await signInByCode(page, { phone: person.phone, button: '登录并查看应还' })
  await expect(page).toHaveTitle(repayment.cashier.title)
  await expect(button).toHaveText(amount ?? '')
})

test('with a signed agreement the card settles the loan without a code, until the agreement is ended', async () => {
  await page.getByRole('link', { name: '开通免验证码还款' }).click()
  await expect(page).toHaveTitle(repayment.confirmPayment.title)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('已发送至')).toBeVisible()
  await page.getByLabel('短信验证码').fill(await receivedCode(page, person.phone))
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '同意并开通' }).click()
  await expect(page.getByText('该卡已开通免验证码还款')).toBeVisible()
  await page.getByRole('button', { name: /^确认还款/ }).click()
  await expect(page.getByText('还款成功，借款已结清')).toBeVisible({ timeout: 60_000 })

  await page.goto(at(cards.myCards))
  await expect(page.getByRole('link', { name: '查看授权书' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: '解除免验证码还款' }).click()
  await page.getByRole('button', { name: '确认解除' }).click()
  await expect(page.getByRole('link', { name: '开通免验证码还款' })).toBeVisible()
})

test('early repayment in full settles the loan and restores the whole limit', async () => {
  await page.goto(at(repayment.repayHome))
  await expect(page.getByText('您没有待还的借款')).toBeVisible()
  await page.goto(at(repayment.settledLoans))
  await expect(page.getByText('已结清')).toBeVisible()
  await page.goto(at(credit.limit))
  await expect(page.getByText('已用 0.00')).toBeVisible()
})
