import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../pages/opens-well.ts'
import { at, onboarding, rateCuts, repayment } from '../pages/addresses.ts'
import { personOf } from '../people/applicant.ts'
import { runCommand } from '../product/command.ts'
import { borrow } from '../pages/draw.ts'
import { simulateFace } from '../devices/face-in-front.ts'
import { openInMessenger, openOnPhone, signInByCode } from '../people/in-messenger.ts'
import { installBridge } from '../devices/messenger-bridge.ts'
import { test } from '../product/product.ts'
import { readBooks, businessDate, dateAfter, signInWithLimit } from '../people/with-limit.ts'

// One borrower with two loans: one drawn in the messaging app, one in a browser and funded with a
// partner bank.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const person = personOf('channel-borrower')
let page: Page

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  const elsewhere = await openOnPhone(browser)
  await simulateFace(elsewhere, person.key)
  await signInWithLimit(elsewhere, person.key)
  await borrow(elsewhere, { person, amount: '21000' })
  await elsewhere.context().close()
  page = await openInMessenger(browser)
  await simulateFace(page, person.key)
  await installBridge(page, 'pay')
})
test.afterAll(async () => page.context().close())

const loanCards = () => page.getByRole('list', { name: /的分期$/ })

test('[2.129] a borrower who opens the bills signs in on the channel’s page, and continues to them', async () => {
  await page.goto(at(repayment.channelAllBills))
  await expect(page).toHaveTitle(onboarding.channelSignIn.title)
  await expectAccessible(page)
  await signInByCode(page, { phone: person.phone, button: '登录并查看账单' })
  await expect(page).toHaveTitle(repayment.channelAllBills.title)
  await expect(loanCards()).toHaveCount(1)
})

test('[2.130, 2.132, 2.133] the bills are listed by channel: drawn here, funded with a partner, or all', async () => {
  test.setTimeout(240_000)
  await page.goto(at(repayment.channelBills))
  await expect(page.getByText('暂无本渠道借款')).toBeVisible()
  await expectAccessible(page)
  await borrow(page, { person, amount: '6000' })

  await page.goto(at(repayment.channelBills))
  await expect(page.getByText(/借 6,000\.00 元/)).toBeVisible()
  await expect(loanCards()).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('tab', { name: '合作机构' }).click()
  await expect(page.getByText(/借 21,000\.00 元/)).toBeVisible()
  await expect(loanCards()).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('tab', { name: '全部' }).click()
  await expect(loanCards()).toHaveCount(2)
  await expectAccessible(page)
})

test('[2.131] the current bill leads to the cashier, and is paid on the app’s sheet', async () => {
  await page.getByRole('tab', { name: '本期' }).click()
  await expect(page).toHaveTitle(repayment.channelCurrentBill.title)
  await expect(loanCards()).toHaveCount(2)
  await expectAccessible(page)
  const pay = page.getByRole('button', { name: /^立即还款 [\d,.]+ 元$/ })
  const owed = /[\d,]+\.\d\d/.exec(await pay.innerText())?.[0] ?? 'nothing'
  await pay.click()
  await expect(page).toHaveTitle(repayment.cashier.title)
  await expect(page.locator('main')).toContainText(owed)
  await page.getByRole('radio', { name: /^消息应用支付/ }).click()
  await page.getByRole('button', { name: /^确认还款/ }).click()
  await expect(page).toHaveTitle(repayment.paymentResult.title)
  await expect(page.getByText('还款成功')).toBeVisible({ timeout: 60_000 })

  await page.goto(at(repayment.channelCurrentBill))
  await expect(page.getByText('本期没有待还的账单')).toBeVisible()
  await expectAccessible(page)
})

test('[1.020] a rate cut is shown with both plans and the saving', async () => {
  const { customerNo } = await readBooks(page, person)
  const tomorrow = dateAfter(await businessDate(page), 1)
  const words = ['--customer', customerNo, '--rate', '3.6%', '--from', tomorrow]
  expect(await runCommand('cut-rates', [...words, '--dry-run'])).toContain('2 loans')
  await page.goto(at(rateCuts.rateCuts))
  await expect(page.getByText('您的借款还没有降息')).toBeVisible()
  await expectAccessible(page)

  expect(await runCommand('cut-rates', words)).toContain('2 loans')
  await page.goto(at(rateCuts.rateCutSignIn))
  await expect(page).toHaveTitle(rateCuts.rateCuts.title)
  const rows = page.getByRole('list', { name: '已降息的借款' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expectAccessible(page)
  const saved = await rows.filter({ hasText: '6,000.00' }).locator('strong').innerText()
  await rows.filter({ hasText: '6,000.00' }).getByRole('link').click()
  await expect(page).toHaveTitle(rateCuts.rateCut.title)
  await expect(page.getByText(/降至 3\.6/)).toBeVisible()
  await expect(page.locator('.num-xl')).toHaveText(`¥${saved}`)
  await expect(page.getByRole('row')).toHaveCount(12)
  await expectAccessible(page)

  // The page of plan changes shows the same change.
  await page.locator(`a[href^="#${repayment.planChange.path}?"]`).click()
  await expect(page).toHaveURL(new RegExp(`#${repayment.planChange.path}\\?`))
  await expect(page).toHaveTitle(repayment.planChange.title)
  const first = page.getByRole('row').nth(1)
  const after = await first.innerText()
  await page.getByRole('tab', { name: '降息前' }).click()
  await expect(first).not.toHaveText(after, { useInnerText: true })
  await expectAccessible(page)
})
