import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { expectAccessible } from '../pages/opens-well.ts'
import { at, credit, repayment, waiver } from '../pages/addresses.ts'
import { runCommand } from '../product/command.ts'
import { borrowInMessenger, openInMessenger, signInByCode } from '../people/in-messenger.ts'
import { installBridge } from '../devices/messenger-bridge.ts'
import { test } from '../product/product.ts'
import {
  readBooks,
  businessDate,
  dateAfter,
  setCardBehaviour,
  advanceBusinessDate,
} from '../people/with-limit.ts'

// Two borrowers with the same arrears: one accepts the offer, the other does not.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const DAYS_VALID = 3
let payer: TestPerson
let page: Page
let lapser: TestPerson
let lapserPage: Page

test.beforeAll(async ({ browser }) => {
  test.setTimeout(400_000)
  payer = await inDebt(browser, 'waiver-payer')
  ;({ page: lapserPage, person: lapser } = await withFrozenCard(browser, 'waiver-lapser'))
  // The first instalment is due a month later, and a waiver can be offered when it is 31 days
  // overdue.
  await advanceBusinessDate(lapserPage, 31 + 32)
  page = await openInMessenger(browser)
  await installBridge(page, 'pay')
})
test.afterAll(async () => {
  await setCardBehaviour(page, payer, 'well')
  await page.context().close()
  await lapserPage.context().close()
})

async function withFrozenCard(browser: Browser, key: string) {
  const borrowed = await borrowInMessenger(browser, { key, amount: '10000' })
  await setCardBehaviour(borrowed.page, borrowed.person, 'frozen')
  return borrowed
}

async function inDebt(browser: Browser, key: string): Promise<TestPerson> {
  const { page: opened, person } = await withFrozenCard(browser, key)
  await opened.context().close()
  return person
}

const figure = (text: string) => /[\d,]+\.\d\d/.exec(text)?.[0] ?? ''

/** The waived amount of one part of the debt. */
async function readWaived(name: string): Promise<string> {
  const row = page.getByRole('row', { name: new RegExp(`^${name}`) })
  return figure(await row.getByText(/^−/).innerText())
}

test('the lender previews and creates offers for customers who are overdue long enough', async () => {
  const until = dateAfter(await businessDate(page), DAYS_VALID)
  const words = ['create', '--days-late', '31..', '--share', '50%', '--until', until]
  expect(await runCommand('offers', [...words, '--dry-run'])).toContain('Would offer')
  await lapserPage.goto(at(waiver.payWaiver))
  await expect(lapserPage.getByText('目前没有给您的减免方案')).toBeVisible()
  await expectAccessible(lapserPage)

  expect(await runCommand('offers', words)).toContain('Offered')
  expect(await runCommand('offers', ['list'])).toContain(until)
})

test('[2.100] the offer is found by phone and code, with the amounts due, waived and left to pay', async () => {
  await page.goto(at(waiver.findWaiver))
  await expectAccessible(page)
  await signInByCode(page, { phone: payer.phone, button: '查询减免方案' })
  await expect(page).toHaveTitle(waiver.payWaiver.title)
  await expect(page.getByText(`还有 ${DAYS_VALID} 天`)).toBeVisible()
  await expect(page.getByRole('radio', { name: /^消息应用支付/ })).toBeChecked()
  await expectAccessible(page)
})

test('[1.019] the offer is paid on the app’s sheet, and the waived parts are in the books', async () => {
  const [interest, penalty] = [await readWaived('利息'), await readWaived('罚息')]
  const pay = page.getByRole('button', { name: /^一次付清逾期款/ })
  const payable = figure(await pay.innerText())
  await pay.click()
  await expect(page).toHaveTitle(repayment.paymentResult.title)
  await expect(page.getByText('还款成功')).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('main')).toContainText(payable)
  await page.getByRole('link', { name: '完成' }).click()
  await expect(page.getByText(/^减免还款成功/)).toBeVisible()
  await expectAccessible(page)

  await page.goto(at(repayment.paymentHistory))
  await page.getByRole('link', { name: /减免还款/ }).click()
  await expect(page).toHaveTitle(repayment.payment.title)
  await expect(page.locator('main')).toContainText(payable)
  await expect(page.getByText('消息应用支付')).toBeVisible()
  const waived = page.locator('.card', { hasText: '减免金额' })
  for (const amount of [interest, penalty]) await expect(waived).toContainText(amount)
  await expectAccessible(page)

  const { entries } = await readBooks(page, payer)
  const input = entries
    .filter(({ debit }) => debit === 'waived')
    .map(({ credit, amount }) => [credit, amount])
  expect(Object.fromEntries(input)).toEqual({
    interest: interest.replaceAll(',', ''),
    penalty: penalty.replaceAll(',', ''),
  })
})

test('an offer that is not accepted lapses by itself', async () => {
  await lapserPage.reload()
  await expect(lapserPage.getByRole('button', { name: /^一次付清逾期款/ })).toBeVisible()
  await advanceBusinessDate(lapserPage, DAYS_VALID + 1)
  await lapserPage.reload()
  await expect(lapserPage.getByText('方案已失效')).toBeVisible()
  await expectAccessible(lapserPage)
  await lapserPage.getByRole('link', { name: '去还款' }).click()
  await expect(lapserPage).toHaveTitle(repayment.payInstalments.title)
})

test('the monthly review lowers the limit of a borrower who is over 30 days late, and says why', async () => {
  await advanceBusinessDate(lapserPage, 31)
  const params = { phone: lapser.phone, limit: 30 }
  await expect(async () => {
    const inbox = await lapserPage.request.get('/sandbox/inbox', { params })
    expect(await inbox.text()).toMatch(/逾期已超过 30 天，额度由 [\d,.]+ 元调整为 10,000\.00 元/)
  }).toPass({ timeout: 60_000 })
  await lapserPage.goto(at(credit.limit))
  await expect(lapserPage.getByText('总额度 10,000.00')).toBeVisible()
  await expect(lapserPage.locator('.num-xl')).toHaveText('¥0.00')
})
