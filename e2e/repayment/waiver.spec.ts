import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { expectAccessible } from '../pages/opens-well.ts'
import { at, repayment, waiver } from '../pages/addresses.ts'
import { runCommand } from '../product/command.ts'
import { openInMessenger, signInByCode } from '../people/in-messenger.ts'
import { installBridge } from '../devices/messenger-bridge.ts'
import { test } from '../product/product.ts'
import { borrowUntilWaiver, DAYS_VALID, offersUntil } from '../people/in-arrears.ts'
import { businessDate, dateAfter, readBooks, setCardBehaviour } from '../people/with-limit.ts'

// A borrower with arrears who accepts the offer.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

let payer: TestPerson
/** The page on which the borrower drew the loan, and one without a session. */
let borrowerPage: Page
let page: Page

test.beforeAll(async ({ browser }) => {
  test.setTimeout(400_000)
  ;({ page: borrowerPage, person: payer } = await borrowUntilWaiver(browser, 'waiver-payer'))
  page = await openInMessenger(browser)
  await installBridge(page, 'pay')
})
test.afterAll(async () => {
  await setCardBehaviour(page, payer, 'well')
  await page.context().close()
  await borrowerPage.context().close()
})

const figure = (text: string) => /[\d,]+\.\d\d/.exec(text)?.[0] ?? ''

/** The waived amount of one part of the debt. */
async function readWaived(name: string): Promise<string> {
  const row = page.getByRole('row', { name: new RegExp(`^${name}`) })
  return figure(await row.getByText(/^−/).innerText())
}

test('the lender previews and creates offers for customers who are overdue long enough', async () => {
  const until = dateAfter(await businessDate(page), DAYS_VALID)
  const words = offersUntil(until)
  expect(await runCommand('offers', [...words, '--dry-run'])).toContain('Would offer')
  await borrowerPage.goto(at(waiver.payWaiver))
  await expect(borrowerPage.getByText('目前没有给您的减免方案')).toBeVisible()
  await expectAccessible(borrowerPage)

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
