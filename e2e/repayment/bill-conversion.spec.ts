import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { expectAccessible } from '../pages/opens-well.ts'
import { at, repayment, restructure } from '../pages/addresses.ts'
import { receivedCode } from '../people/borrower.ts'
import { borrowInMessenger } from '../people/in-messenger.ts'
import { test } from '../product/product.ts'
import { sumAmounts, amountIn, besides, inYuan } from '../pages/shown.ts'
import { readBooks, businessDate, daysUntil, advanceBusinessDate } from '../people/with-limit.ts'

// One borrower whose first bill is too large for one month, but not overdue.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const MONTHS = 3
let page: Page
let person: TestPerson
/** The quoted bill and its total cost. */
let quoted: { readonly bill: string; readonly total: string }
let dueDates: readonly string[]

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  ;({ page, person } = await borrowInMessenger(browser, { key: 'spreader', amount: '6000' }))
})
test.afterAll(() => page.context().close())

/** The loan that took over the bill. */
async function newLoan() {
  const { loans } = await readBooks(page, person)
  const [found] = loans.filter(({ months }) => months === MONTHS)
  if (!found) throw new Error('no bill was converted')
  return found
}

test('the next bill is converted, and the cost is shown first', async () => {
  await page.goto(at(repayment.repayHome))
  const due = amountIn(await page.locator('.num-xl').innerText())
  await page.getByRole('link', { name: /^账单分期/ }).click()
  await expect(page).toHaveTitle(restructure.chooseSecondPlan.title)
  await page.getByText(`${MONTHS} 期`, { exact: true }).click()
  const sum = page.locator('.sum').first()
  await expect(sum).toContainText('还款合计')
  const [bill = '', interest = '', total = ''] = (
    await sum.getByRole('definition').allInnerTexts()
  ).map(amountIn)
  expect(bill).toBe(due)
  expect(sumAmounts([bill, interest])).toBe(total)
  quoted = { bill, total }
  await expectAccessible(page)
})

test('the conversion is signed with a code, after the cost sheet was read', async () => {
  await page.getByRole('button', { name: `分 ${MONTHS} 期，去签约` }).click()
  await expect(page).toHaveTitle(restructure.signSecondPlan.title)
  expect(amountIn(await besides(page, '还款合计').innerText())).toBe(quoted.total)
  await page.getByRole('button', { name: /获取/ }).click()
  await expect(page.getByText('已发送至')).toBeVisible()
  await page.getByLabel('短信验证码').fill(await receivedCode(page, person.phone))
  await page.getByRole('checkbox').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: `签约，分 ${MONTHS} 期还` }).click()
  await expect(page.getByRole('dialog')).toContainText('综合融资成本明示表')
  await page.getByRole('button', { name: '我已了解全部成本，确认签约' }).click()
  await expect(page).toHaveTitle(restructure.convertedPlan.title)
  await expect(page.locator('.num-xl')).toHaveText(`¥${inYuan(quoted.total)}`)
  await expect(page.getByRole('link', { name: /第 1 期/ })).toBeVisible()
  await expectAccessible(page)
  expect(await newLoan()).toMatchObject({ amount: quoted.bill })
  const notes = await page.getByText(/^\d{4}-\d\d-\d\d 到期$/).allInnerTexts()
  dueDates = notes.map((note) => note.slice(0, 10))
  expect(dueDates).toHaveLength(MONTHS)
  await page.goto(at(repayment.repayHome))
  await expect(page.getByRole('link', { name: /待还本金/ })).toHaveCount(2)
})

test('every instalment is debited on its day, and the sum is the quoted total', async () => {
  let { owed } = await newLoan()
  for (const dueDate of dueDates) {
    await advanceBusinessDate(page, daysUntil(dueDate, { from: await businessDate(page) }) + 1)
    // The bank responds asynchronously, and the books must not advance before that.
    await expect(async () => {
      const now = await newLoan()
      expect(Number(now.owed)).toBeLessThan(Number(owed))
      ;({ owed } = now)
    }).toPass({ timeout: 60_000 })
  }
  expect(await newLoan()).toMatchObject({ owed: '0.00', isSettled: true })
  await page.goto(at(restructure.signedPlans))
  await page.getByRole('link', { name: /^账单分期 ?已结清/ }).click()
  await expect(page).toHaveTitle(restructure.convertedPlan.title)
  await expect(page.getByText('这份分期已经全部还清')).toBeVisible()
  await expect(page.locator('.num-xl')).toHaveText(`¥${inYuan(quoted.total)}`)
  await expectAccessible(page)
})
