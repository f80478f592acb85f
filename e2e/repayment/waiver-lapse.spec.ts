import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { at, credit, repayment, waiver } from '../pages/addresses.ts'
import { expectAccessible } from '../pages/opens-well.ts'
import { borrowUntilWaiver, DAYS_VALID, offersUntil } from '../people/in-arrears.ts'
import {
  advanceBusinessDate,
  businessDate,
  dateAfter,
  setCardBehaviour,
} from '../people/with-limit.ts'
import { runCommand } from '../product/command.ts'
import { test } from '../product/product.ts'

// A borrower with arrears who does not accept the offer.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

let page: Page
let person: TestPerson

test.beforeAll(async ({ browser }) => {
  test.setTimeout(400_000)
  ;({ page, person } = await borrowUntilWaiver(browser, 'waiver-lapser'))
  const until = dateAfter(await businessDate(page), DAYS_VALID)
  expect(await runCommand('offers', offersUntil(until))).toContain('Offered')
  await page.goto(at(waiver.payWaiver))
})
test.afterAll(async () => {
  await setCardBehaviour(page, person, 'well')
  await page.context().close()
})

test('an offer that is not accepted lapses by itself', async () => {
  await page.reload()
  await expect(page.getByRole('button', { name: /^一次付清逾期款/ })).toBeVisible()
  await advanceBusinessDate(page, DAYS_VALID + 1)
  await page.reload()
  await expect(page.getByText('方案已失效')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '去还款' }).click()
  await expect(page).toHaveTitle(repayment.payInstalments.title)
})

test('the monthly review lowers the limit of a borrower who is over 30 days late, and says why', async () => {
  await advanceBusinessDate(page, 31)
  const params = { phone: person.phone, limit: 30 }
  await expect(async () => {
    const inbox = await page.request.get('/sandbox/inbox', { params })
    expect(await inbox.text()).toMatch(/逾期已超过 30 天，额度由 [\d,.]+ 元调整为 10,000\.00 元/)
  }).toPass({ timeout: 60_000 })
  await page.goto(at(credit.limit))
  await expect(page.getByText('总额度 10,000.00')).toBeVisible()
  await expect(page.locator('.num-xl')).toHaveText('¥0.00')
})
